// Shows a recorded game position by position, from a list of changes; see replay_widget.py.
(() => {
  const root = document.currentScript.parentElement;
  const { game, slots, frames } = JSON.parse(root.querySelector("script[type='application/json']").textContent);
  const table = root.querySelector("svg > g:last-child");
  const slider = root.querySelector("input");
  const controls = root.querySelector(".controls");
  const last = frames.length - 1;
  const all = (what) => [...root.querySelectorAll(`[data-${what}]`)];
  let at = -1;
  let playing = 0;

  function put(slot, what) {
    table.querySelector(`[data-slot="${slot}"]`)?.remove();
    if (what === null) return;
    const [x, y, size, turn] = slots[slot];
    const piece = document.createElementNS("http://www.w3.org/2000/svg", "use");
    const attributes = { class: "z-piece", "data-slot": slot, href: `#${game}-${what}`, x: x - size / 2, y: y - size / 2, width: size, height: size };
    if (turn) attributes.transform = `rotate(${turn} ${x} ${y})`;
    for (const [name, value] of Object.entries(attributes)) piece.setAttribute(name, value);
    table.append(piece);
  }

  function write(label, text) {
    for (const element of all("label").filter((one) => one.dataset.label === label)) {
      const room = Number(element.dataset.chars ?? 0);
      element.textContent = text === null ? "" : room && text.length > room ? `${text.slice(0, room - 1)}…` : text;
    }
  }

  function show(number) {
    number = Math.max(0, Math.min(last, number));
    if (number < at) {
      table.replaceChildren();
      at = -1;
    }
    while (at < number) {
      at += 1;
      for (const [slot, what] of Object.entries(frames[at].pieces)) put(slot, what);
      for (const [label, text] of Object.entries(frames[at].texts)) write(label, text);
    }
    for (const element of all("mark")) element.classList.toggle("on", frames[at].marks.includes(element.dataset.mark));
    root.querySelector(".words").replaceChildren(...frames[at].words.map((line) => Object.assign(document.createElement("span"), { textContent: line })));
    root.querySelector("output").textContent = `${at}/${last}`;
    slider.value = at;
    controls.querySelector("[data-do=play]").textContent = playing ? "‖" : "▶";
  }

  function stop() {
    clearInterval(playing);
    playing = 0;
  }

  const doing = {
    first: () => show(0),
    back: () => show(at - 1),
    on: () => show(at + 1),
    last: () => show(last),
    play: () => {
      const begin = at === last ? 0 : at;
      playing = setInterval(() => {
        if (at + 1 >= last) stop();
        show(at + 1);
      }, 900);
      show(begin);
    },
  };

  controls.addEventListener("click", (event) => {
    const name = event.target.dataset.do;
    if (!name) return;
    const was = playing;
    stop();
    if (name === "play" && was) show(at);
    else doing[name]();
  });
  slider.addEventListener("input", () => {
    stop();
    show(Number(slider.value));
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-step]");
    if (!link) return;
    event.preventDefault();
    stop();
    show(Number(link.dataset.step));
    root.scrollIntoView({ behavior: "smooth", block: "nearest" });
  });
  show(0);
})();
