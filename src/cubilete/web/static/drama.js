// Great moments of a table. What this script adds is for show: without it the page says the same.
import { watchMoments } from "./moments.js";
import { offerPicture } from "./picture.js";
import { watchReveals } from "./reveal.js";
import { throwByHand } from "./throw.js";

const live = document.getElementById("live");
offerPicture(live);
watchReveals(live);
watchMoments(live);
throwByHand();
