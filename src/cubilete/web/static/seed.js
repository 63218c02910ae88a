// Every person's own share in the dice: sixteen random bytes that the table can't choose.
"use strict";
for (const field of document.querySelectorAll("input[name=seed]")) {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  field.value = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
