// The picture of the result: drawn on a canvas from the server's SVG and shared as a PNG, or saved
// where the browser can't share files. Without this script the link saves the SVG.
const WIDTH = 1200;
const HEIGHT = 630;

const canShare = (files) => Boolean(navigator.canShare?.({ files }));

async function draw(address) {
  const image = new Image(WIDTH, HEIGHT);
  image.src = address;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  canvas.getContext("2d").drawImage(image, 0, 0, WIDTH, HEIGHT);
  const blob = await new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
  return new File([blob], "cubilete.png", { type: "image/png" });
}

function save(file) {
  const href = URL.createObjectURL(file);
  const link = Object.assign(document.createElement("a"), { href, download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

async function send(address) {
  const file = await draw(address);
  if (!canShare([file])) return save(file);
  // Who closes the system's dialog has changed their mind.
  await navigator.share({ files: [file] }).catch((error) => { if (error.name !== "AbortError") save(file); });
}

// Says "Share" where files can be shared; the button is drawn anew with every update.
function name(link) {
  const word = canShare([new File([""], "cubilete.png", { type: "image/png" })]) ? link.dataset.sharing : link.dataset.save;
  if (link.lastElementChild.textContent !== word) link.lastElementChild.textContent = word;
}

export function offerPicture(live) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#send-picture");
    if (!link) return;
    event.preventDefault();
    send(link.href).catch(() => location.assign(link.href));
  });
  const look = () => document.querySelectorAll("#send-picture").forEach(name);
  look();
  new MutationObserver(look).observe(live, { childList: true, subtree: true });
}
