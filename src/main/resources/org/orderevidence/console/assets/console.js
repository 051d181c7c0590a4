// Behaviour that every page of the console may use. Each page works without it.
"use strict";

// Elements with data-needs-script start hidden. Elements with data-needs-no-script are for browsers without scripts.
const reveal = part => {
  for (const element of part.querySelectorAll("[data-needs-script]")) {
    element.hidden = false;
  }
  for (const element of part.querySelectorAll("[data-needs-no-script]")) {
    element.hidden = true;
  }
};
reveal(document);

// A button with data-copy copies the field with this ID. A browser that refuses leaves the text selected.
const copy = async button => {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = "Copied";
  } catch {
    field.focus();
  }
};
document.addEventListener("click", event => {
  const button = event.target.closest("[data-copy]");
  if (button) {
    copy(button);
  }
});

// A form with data-copies makes a text and copies it: the element around the form is replaced by the one of the answer.
document.addEventListener("submit", async event => {
  const form = event.target.closest("form[data-copies]");
  if (!form) {
    return;
  }
  event.preventDefault();
  try {
    const answer = await fetch(form.action, {method: "POST", body: new URLSearchParams(new FormData(form))});
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const button = page.querySelector(`[data-copy="${form.dataset.copies}"]`);
    if (!button) {
      form.submit();
      return;
    }
    const made = page.getElementById(form.parentElement.id);
    form.parentElement.replaceWith(made);
    reveal(made);
    button.focus();
    await copy(button);
  } catch {
    form.submit();
  }
});

// A form with data-live shows its result without loading the page again: its address is fetched, and each element with
// data-live-part is replaced by the one with the same ID.
for (const form of document.querySelectorAll("form[data-live]")) {
  const DAY = 24 * 60 * 60 * 1000;
  const slider = form.querySelector("input[type=range]");
  const date = form.querySelector("input[type=date]");
  const first = Date.parse(form.dataset.first);
  let timer;
  let running;

  const show = async () => {
    running?.abort();
    running = new AbortController();
    const url = form.action + "?" + new URLSearchParams(new FormData(form));
    try {
      const answer = await fetch(url, {signal: running.signal, headers: {Accept: "text/html"}});
      if (!answer.ok || answer.redirected) {
        location.assign(url);
        return;
      }
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const part of document.querySelectorAll("[data-live-part]")) {
        const changed = page.getElementById(part.id);
        if (changed) {
          part.replaceWith(changed);
        }
      }
      history.replaceState(null, "", url);
      const status = document.querySelector("[data-live-status]");
      const verdict = document.getElementById("verdict-title");
      if (status && verdict) {
        status.textContent = date.value + ": " + verdict.textContent.trim();
      }
    } catch (failure) {
      if (failure.name !== "AbortError") {
        location.assign(url);
      }
    }
  };

  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(show, 120);
  };

  slider.addEventListener("input", () => {
    date.value = new Date(first + Number(slider.value) * DAY).toISOString().slice(0, 10);
    slider.setAttribute("aria-valuetext", date.value);
    later();
  });
  date.addEventListener("change", () => {
    if (date.value) {
      slider.value = String(Math.round((Date.parse(date.value) - first) / DAY));
      slider.setAttribute("aria-valuetext", date.value);
      later();
    }
  });
  form.querySelector("select").addEventListener("change", later);
  form.addEventListener("submit", event => {
    event.preventDefault();
    later();
  });
}
