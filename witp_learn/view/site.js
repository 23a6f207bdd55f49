// What the finished pages share: elements, addresses, and the drawer that shows a rule. Everything
// they show is in the page already; nothing here asks for anything.
const site = (() => {
  const root = document.querySelector(".wh");
  const all = (selector, inside = root) => [...inside.querySelectorAll(selector)];
  const one = (selector, inside = root) => inside.querySelector(selector);
  const make = (tag, parent, text, className) => {
    const e = document.createElement(tag);
    if (text !== undefined) e.textContent = text;
    if (className) e.className = className;
    parent?.append(e);
    return e;
  };
  const isField = (e) => e instanceof Element && e.matches("input, textarea, select");

  // Addresses in the page are those of a server at the root. One that stands below (a hub) says so.
  const base = (document.body.dataset.baseUrl ?? "/voila/").slice(0, -"voila/".length);
  const address = (href) => (href.startsWith("/") ? base + href.slice(1) : href);
  all("a[href]").forEach((a) => a.setAttribute("href", address(a.getAttribute("href"))));

  // ---------------------------------------------------------------- rules

  const data = JSON.parse(document.getElementById("wh-index").textContent);
  const titles = new Map(data.sections.map(([number, title]) => [number, title]));
  const clauses = new Map();
  for (const [number, , rows] of data.sections)
    for (const [id, says, needs] of rows) clauses.set(id, { id, says, needs, section: number });

  const drawer = one(".wh-drawer");
  const chip = (ref, parent) => {
    const b = make("button", parent, ref, "witp-chip");
    b.type = "button";
    b.dataset.rule = ref;
    b.setAttribute("aria-label", `Rule ${ref}`);
  };
  const chips = (heading, refs) => {
    const known = refs.filter((r) => clauses.has(r) || titles.has(r));
    if (!known.length) return;
    make("h3", drawer, heading);
    const row = make("p", drawer, undefined, "wh-rules");
    known.forEach((r) => chip(r, row));
  };
  // The rulings that touch clauses, each a link to its entry of the register.
  const touching = (ids) => {
    const touched = data.rulings.filter((row) => row[2].some((id) => ids.includes(id)));
    if (!touched.length) return;
    make("h3", drawer, "Rulings");
    const ul = make("ul", drawer, undefined, "wh-touching");
    for (const [slug, question] of touched) {
      const a = make("a", make("li", ul), question, "wh-ruling");
      a.href = address(`/rulings#${slug}`);
    }
  };
  const list = (rows, asked) => {
    const dl = make("dl", drawer);
    for (const row of rows) {
      const parts = [make("dt", dl, row.id), make("dd", dl, row.says)];
      if (row.id === asked) parts.forEach((e) => (e.dataset.asked = ""));
    }
  };
  const open = (title, fill) => {
    drawer.replaceChildren();
    const head = make("header", drawer);
    const h2 = make("h2", head, title);
    h2.id = "wh-drawer-title";
    const close = make("button", head, "Close", "witp-btn");
    close.type = "button";
    close.addEventListener("click", () => drawer.close());
    fill();
    if (!drawer.open) drawer.showModal();
    drawer.scrollTop = 0;
    close.focus();
  };
  const openSection = (number) => {
    const inside = [...clauses.values()].filter(
      (c) => c.section === number || [".", "-"].some((s) => c.section.startsWith(number + s)),
    );
    open(`${number} ${titles.get(number)}`, () => {
      list(inside);
      touching(inside.map((c) => c.id));
    });
  };
  const openClause = (id) => {
    const clause = clauses.get(id);
    const near = [...clauses.values()].filter((c) => c.section === clause.section);
    open(`${id} ${titles.get(clause.section)}`, () => {
      make("p", drawer, clause.says);
      chips("Builds on", clause.needs);
      touching([id]);
      if (near.length < 2) return;
      make("h3", drawer, `All of ${clause.section}`);
      list(near, id);
    });
  };
  const openRule = (ref) => {
    if (clauses.has(ref)) openClause(ref);
    else if (titles.has(ref)) openSection(ref);
  };
  document.addEventListener("click", (event) => {
    const ref = event.target.closest?.("[data-rule]")?.dataset.rule;
    if (ref) openRule(ref);
    else if (event.target === drawer || event.target.closest?.(".wh-ruling")) drawer.close();
  });

  // A key of the page: not while something is typed, nor in the drawer, nor with another key.
  const free = (event) =>
    !(event.ctrlKey || event.metaKey || event.altKey || isField(event.target) || drawer.open);
  const slash = (field) =>
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || !free(event)) return;
      event.preventDefault();
      field.focus();
      field.select();
    });

  // Words as the searches compare them.
  const plain = (text) =>
    text
      .normalize("NFD")
      .replace(/[\u0300-\u036f]/g, "")
      .toLowerCase()
      .replace(/[\s-]+/g, " ")
      .trim();

  const pages = { root, all, one, make, data, address, free, slash, plain };
  return { ...pages, clauses, titles, drawer, open, chips, openSection, openClause };
})();
