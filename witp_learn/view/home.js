// The home page. Everything it shows is in the page already; it only shows and hides, and searches.
(() => {
  const { all, one, make, data, address, drawer, open, chips, plain } = site;

  // ---------------------------------------------------------------- the first question

  const hero = one(".wh-hero");
  const live = one("[data-live]", hero);
  const panels = all("[data-panel]", hero);
  const counters = all(".wh-counter", hero);
  const names = { in: counters[0].getAttribute("aria-label"), out: "Turn it back" };

  const say = (panel) => {
    const words = all("[data-say]", panel).filter((e) => !e.closest("[hidden]"));
    live.textContent = words.map((e) => e.textContent).join(" ");
  };
  const go = (step, focus = true) => {
    hero.dataset.step = step;
    for (const panel of panels) panel.hidden = panel.dataset.panel !== step;
    for (const counter of counters) {
      counter.hidden = step === "ask";
      counter.setAttribute("aria-label", names[step] ?? names.in);
    }
    const panel = panels.find((p) => !p.hidden);
    say(panel);
    if (focus) one("a, button", panel).focus({ preventScroll: true });
  };
  const answer = (button) => {
    const wrong = button.dataset.right === "0";
    const chosen = one("span", button).textContent;
    one("[data-chosen]", hero).textContent = `You said: ${chosen.toLowerCase()}.`;
    one("[data-wrong]", hero).hidden = !wrong;
    go("in");
  };
  hero.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.answer) answer(button);
    else if ("restart" in button.dataset) go("ask");
    else if ("turn" in button.dataset)
      go(hero.dataset.step === "in" ? "out" : "in", !counters.includes(button));
  });
  // A key that is held down acts once: the next button has the focus by then.
  hero.addEventListener("keydown", (event) => {
    if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
  });

  // ---------------------------------------------------------------- continue

  const titleOf = (text) => {
    const quoted = /(?:^|[;\n])\s*title\s*=?\s*("(?:[^"\\]|\\.)*")/.exec(text);
    try {
      if (quoted) return JSON.parse(quoted[1]);
    } catch {
      // A title that cannot be read is no title.
    }
    return text.includes("\n") ? "a position on its own board" : text;
  };
  const kept = (key) => {
    try {
      return localStorage.getItem(key) ?? "";
    } catch {
      // A browser may refuse storage: then there is nothing to go on with.
      return "";
    }
  };
  const resume = () => {
    for (const place of all("[data-stored]")) {
      const text = kept(place.dataset.stored);
      place.hidden = !text.trim();
      const words = one("span", place);
      if (words) words.textContent = text && titleOf(text);
    }
  };
  // A stepped example keeps its step as a position whose title ends with it.
  const left = () => {
    for (const place of all("[data-left]")) {
      const step = Number(/^title .*? Step (\d+)"?(?:;|$)/.exec(kept(place.dataset.left))?.[1]);
      const open = step > 1 && step < Number(place.dataset.steps);
      place.dataset.first ??= place.textContent;
      place.textContent = open ? `Continue at step ${step}` : place.dataset.first;
      if (place.matches("strong")) place.hidden = !open;
    }
  };
  for (const look of [resume, left]) {
    look();
    addEventListener("pageshow", look);
  }

  // ---------------------------------------------------------------- words and places

  const openWord = ([name, also, meaning, sections]) =>
    open(name, () => {
      make("p", drawer, meaning);
      if (also.length) make("p", drawer, `Also called: ${also.join(", ")}.`);
      chips("Rules", sections);
    });
  const openPlace = ([hex, name, lines]) =>
    open(`${hex} ${name}`, () => lines.forEach((line) => make("p", drawer, `${line}.`)));

  // ---------------------------------------------------------------- search

  const MOST = 8;
  const entry = (ref, title, says, names, run) => ({
    ref,
    title,
    says,
    run,
    names: names.map(plain),
    head: plain([...names, title].join(" ")),
    body: plain([...names, title, says].join(" ")),
  });
  const entries = [
    ...data.pages.map((p) =>
      entry("Page", p[0], p[1], [p[0]], () => location.assign(address(p[2]))),
    ),
    ...data.places.map((p) =>
      entry(p[0], p[1], p[2].map((l) => l.replace(/ \(.*/, "")).join(", "), [p[1], p[0]], () => openPlace(p)),
    ),
    ...data.words.map((w) => entry("Word", w[0], w[2], [w[0], ...w[1]], () => openWord(w))),
    ...data.sections
      .filter(([number]) => !number.endsWith(".0"))
      .map(([number, title]) =>
        entry(number, title, "Section", [number], () => site.openSection(number)),
      ),
    ...data.rulings.map(([slug, question]) =>
      entry("Ruling", slug, question, [slug], () => location.assign(address(`/rulings#${slug}`))),
    ),
    ...[...site.clauses.values()].map((c) =>
      entry(c.id, "", c.says, [c.id], () => site.openClause(c.id)),
    ),
  ];
  const rank = (e, wanted, words) => {
    if (e.names.includes(wanted)) return 0;
    if (e.names.some((n) => n.startsWith(wanted))) return 1;
    return words.every((w) => e.head.includes(w)) ? 2 : 3;
  };
  const search = (text) => {
    const wanted = plain(text.replace(/^(rule|section|clause|§)\s*(?=\d)/i, ""));
    const words = wanted.split(" ");
    return entries
      .filter((e) => words.every((w) => e.body.includes(w)))
      .map((e, i) => ({ e, i, rank: rank(e, wanted, words) }))
      .sort((a, b) => a.rank - b.rank || a.i - b.i)
      .map(({ e }) => e);
  };

  const field = document.getElementById("wh-find");
  const box = one(".wh-results");
  const options = one("#wh-found");
  const told = one("[role=status]", box);
  let shown = [];
  let active = -1;

  const mark = (index) => {
    active = index;
    [...options.children].forEach((li, i) => li.setAttribute("aria-selected", String(i === index)));
    const li = options.children[index];
    if (li) field.setAttribute("aria-activedescendant", li.id);
    else field.removeAttribute("aria-activedescendant");
    li?.scrollIntoView({ block: "nearest" });
  };
  const fold = () => {
    box.hidden = true;
    field.setAttribute("aria-expanded", "false");
    mark(-1);
  };
  const choose = (index) => {
    const found = shown[index];
    if (!found) return;
    fold();
    found.run();
  };
  const look = () => {
    const text = field.value.trim();
    if (!text) return fold();
    const found = search(text);
    shown = found.slice(0, MOST);
    options.replaceChildren();
    shown.forEach((e, i) => {
      const li = make("li", options);
      li.id = `wh-found-${i}`;
      li.setAttribute("role", "option");
      make("span", li, e.ref, /\d/.test(e.ref) ? "wh-mono" : undefined);
      const words = make("span", li);
      if (e.title) make("strong", words, e.title);
      if (e.says) make("span", words, e.says);
    });
    options.hidden = !shown.length;
    told.textContent = !shown.length
      ? `Nothing has “${text}” in it. Try one word, a rule number or a hex.`
      : found.length > MOST
        ? `${MOST} of ${found.length}. One more word narrows it down.`
        : `${found.length} found.`;
    box.hidden = false;
    field.setAttribute("aria-expanded", String(shown.length > 0));
    mark(-1);
  };
  if (matchMedia("(max-width: 559px)").matches) field.placeholder = "Find a rule or place";
  field.addEventListener("input", look);
  field.addEventListener("focus", look);
  field.addEventListener("blur", fold);
  field.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !box.hidden && shown.length) {
      const next = active < 0 && step < 0 ? shown.length - 1 : active + step;
      mark((next + shown.length) % shown.length);
    } else if (event.key === "Enter" && !box.hidden) choose(Math.max(active, 0));
    else if (event.key === "Escape") {
      if (box.hidden) field.value = "";
      fold();
    } else return;
    event.preventDefault();
  });
  box.addEventListener("mousedown", (event) => event.preventDefault());
  options.addEventListener("click", (event) => {
    const li = event.target.closest("li");
    if (li) choose([...options.children].indexOf(li));
  });

  // ---------------------------------------------------------------- keys of the page

  site.slash(field);
  document.addEventListener("keydown", (event) => {
    if (!site.free(event) || hero.dataset.step !== "ask") return;
    if (event.key !== "1" && event.key !== "2") return;
    event.preventDefault();
    answer(all("[data-answer]", hero)[Number(event.key) - 1]);
  });
})();
