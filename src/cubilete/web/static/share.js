// A button that copies the address or the words beside it. Browsers allow that only over https or on loopback;
// elsewhere they are selected for the user to copy.
"use strict";
document.documentElement.classList.add("copies");

// The device's own menu for sending something; browsers have it over https only.
if (navigator.share) {
  document.documentElement.classList.add("shares");
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-share]");
    if (!button) return;
    const field = button.closest(".share").querySelector("input, textarea");
    const sent = field.matches("textarea") ? { text: field.value } : { text: button.dataset.title, url: field.value };
    try {
      await navigator.share({ title: "Cubilete", ...sent });
    } catch (error) {
      if (error.name !== "AbortError") throw error; // they changed their mind
    }
  });
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  const field = button.closest(".share").querySelector("input, textarea");
  field.focus();
  field.select();
  let copied = false;
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    copied = Boolean(navigator.clipboard) || document.execCommand("copy");
  } catch {
    copied = false; // not allowed: it stays selected
  }
  button.parentElement.querySelector("[role=status]").textContent = copied ? button.dataset.done : button.dataset.selected;
});
