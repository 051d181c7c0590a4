// Drag and drop, a preview when a file is selected, and progress. The form works without it.
"use strict";
(() => {
  const START_BYTES = 64 * 1024;
  const form = document.getElementById("upload");
  if (!form) {
    return;
  }
  const input = document.getElementById("file");
  const drop = document.getElementById("drop");
  const progress = document.getElementById("progress");
  const bar = progress.querySelector("progress");
  const note = progress.querySelector("p");
  const buttons = form.querySelectorAll("button");
  let previews = 0;

  document.getElementById("drop-hint").hidden = false;
  document.getElementById("check").hidden = true;

  const fieldsBeforeFile = () => {
    const data = new FormData();
    for (const [name, value] of new FormData(form)) {
      if (name !== "file") {
        data.append(name, value);
      }
    }
    return data;
  };

  const say = (text) => {
    progress.hidden = false;
    note.textContent = text;
  };

  const parse = (html) => new DOMParser().parseFromString(html, "text/html");

  const preview = async () => {
    const file = input.files[0];
    if (!file) {
      return;
    }
    const turn = ++previews;
    const data = fieldsBeforeFile();
    data.append("file", file.slice(0, START_BYTES), file.name);
    try {
      const answer = await fetch(form.dataset.preview, {method: "POST", body: data});
      if (turn !== previews) {
        return;
      }
      const found = parse(await answer.text()).getElementById("preview");
      if (!found) {
        location.reload();
        return;
      }
      document.getElementById("preview").replaceChildren(...document.importNode(found, true).childNodes);
    } catch {
      say("The service cannot be reached. Try again.");
    }
  };

  const finish = (html) => {
    const page = parse(html);
    const main = page.querySelector("main");
    document.querySelector("main").replaceChildren(...document.importNode(main, true).childNodes);
    document.title = page.title;
    scrollTo(0, 0);
    document.querySelector("main").focus();
  };

  const send = () => {
    const file = input.files[0];
    const data = fieldsBeforeFile();
    data.append("file", file, file.name);
    const request = new XMLHttpRequest();
    request.open("POST", form.action);
    request.upload.onprogress = (sent) => {
      bar.value = sent.total ? (100 * sent.loaded) / sent.total : 0;
      say(sent.loaded < sent.total ? `${Math.floor(bar.value)} % sent` : "Storing the last orders");
    };
    request.onload = () => {
      if (request.status === 422) {
        const found = parse(request.responseText).getElementById("preview");
        document.getElementById("preview").replaceChildren(...document.importNode(found, true).childNodes);
        progress.hidden = true;
        buttons.forEach((button) => (button.disabled = false));
        scrollTo(0, 0);
      } else {
        finish(request.responseText);
      }
    };
    request.onerror = () => {
      say("The connection was lost. Upload the file again: orders that are stored stay unchanged.");
      buttons.forEach((button) => (button.disabled = false));
    };
    buttons.forEach((button) => (button.disabled = true));
    say("Sending");
    request.send(data);
  };

  form.addEventListener("submit", (event) => {
    if (input.files.length > 0) {
      event.preventDefault();
      send();
    }
  });
  input.addEventListener("change", preview);
  document.getElementById("preview").addEventListener("change", preview);

  for (const name of ["dragenter", "dragover"]) {
    document.addEventListener(name, (event) => {
      if (event.dataTransfer && event.dataTransfer.types.includes("Files")) {
        event.preventDefault();
        drop.classList.add("over");
      }
    });
  }
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) {
      drop.classList.remove("over");
    }
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    if (event.dataTransfer && event.dataTransfer.files.length > 0) {
      input.files = event.dataTransfer.files;
      preview();
    }
  });
})();
