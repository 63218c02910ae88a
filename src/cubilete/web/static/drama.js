// Great moments of a table. What this script adds is for show: without it the page says the same.
import { offerPicture } from "./picture.js";
import { watchReveals } from "./reveal.js";

const live = document.getElementById("live");
offerPicture(live);
watchReveals(live);
