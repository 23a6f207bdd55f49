// A register: entries that are searched, filtered, opened and marked; all of them are in the page.
// `fits` says for each select whether an entry has the value; `numbers` whether a number of the
// search is one of the entry's own; `words` what the search finds beside the words that stand in the
// entry; `opened` is called before an entry opens.
const register = ({ fits, numbers = () => false, words = () => "", opened = () => {} }) => {
  const { all, one, plain, drawer } = site;
  const form = one(".wr-filters");
  const field = document.getElementById("wr-find");
  const selects = all("select", form);
  const count = document.getElementById("wr-count");
  const clear = one("[data-clear]");
  const groups = all(".wr-group");
  const entries = all(".wr-entry").map((e) => ({ e, body: plain(`${e.textContent} ${words(e)}`) }));

  // ---------------------------------------------------------------- what is shown

  // A number must stand in the text by itself: 7.1 is not found in 17.1.
  const standing = (body, word) =>
    new RegExp(`(?<![\\w.])${word.replaceAll(".", "\\.")}(?![\\w])`).test(body);
  const has = (entry, word) => {
    if (!/^\d/.test(word)) return entry.body.includes(word);
    const number = word.replace(/[^\w.]/g, "");
    return numbers(entry.e, number) || standing(entry.body, number);
  };
  const shown = () => entries.filter(({ e }) => !e.hidden).map(({ e }) => e);
  const show = () => {
    const wanted = plain(field.value.replace(/^(rule|section|clause|§)\s*(?=\d)/i, ""));
    const pieces = wanted.split(" ").filter(Boolean);
    for (const entry of entries)
      entry.e.hidden =
        !pieces.every((w) => has(entry, w)) ||
        !selects.every((s) => !s.value || fits[s.name](entry.e, s.value));
    for (const group of groups)
      group.hidden = !all(".wr-entry", group).some((e) => !e.hidden);
    const found = shown().length;
    count.textContent = found
      ? `${found} of ${entries.length}`
      : `0 of ${entries.length}. One word less, or another filter, finds more.`;
    clear.hidden = found === entries.length;
  };
  const showAll = () => {
    field.value = "";
    for (const s of selects) s.value = "";
    show();
  };
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  clear.addEventListener("click", () => {
    showAll();
    field.focus();
  });

  // ---------------------------------------------------------------- one marked entry

  const mark = (entry) => {
    for (const { e } of entries) {
      e.classList.toggle("wr-marked", e === entry);
      const head = one("summary", e);
      if (e === entry) head.setAttribute("aria-current", "true");
      else head.removeAttribute("aria-current");
    }
  };
  const goTo = (slug) => {
    const entry = entries.find(({ e }) => e.id === slug)?.e;
    if (!entry) return;
    if (entry.hidden) showAll();
    opened(entry);
    entry.open = true;
    mark(entry);
    one("summary", entry).focus({ preventScroll: true });
    entry.scrollIntoView({ block: "start" });
  };
  // Names of entries need no coding, so an address that is coded names none of them.
  const fromAddress = () => goTo(location.hash.slice(1));
  addEventListener("hashchange", fromAddress);
  // The address follows what was opened last, so that it can be passed on.
  document.addEventListener("click", (event) => {
    const entry = event.target.closest?.(".wr-entry > summary")?.parentElement;
    if (!entry || entry.open) return;
    opened(entry);
    history.replaceState(null, "", `#${entry.id}`);
    mark(entry);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a.wh-ruling");
    if (!link || link.hash !== location.hash) return;
    event.preventDefault();
    fromAddress();
  });

  // ---------------------------------------------------------------- keys

  site.slash(field);
  const step = (from, by) => {
    const heads = shown().map((e) => one("summary", e));
    const at = heads.indexOf(from);
    const to = at < 0 ? (by > 0 ? 0 : heads.length - 1) : at + by;
    if (to < 0) field.focus();
    else heads[Math.min(to, heads.length - 1)]?.focus();
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || drawer.open) return;
    const head = event.target.closest?.("summary");
    if (event.key === "Escape" && event.target === field && field.value) {
      field.value = "";
      show();
    } else if (!head && event.target !== field) return;
    else if (event.key === "ArrowDown") step(head, 1);
    else if (event.key === "ArrowUp" && head) step(head, -1);
    else if (event.key === "Home" && head) step(null, 1);
    else if (event.key === "End" && head) step(null, -1);
    else return;
    event.preventDefault();
  });

  // ---------------------------------------------------------------- paper

  let spread = [];
  addEventListener("beforeprint", () => {
    spread = shown().filter((e) => !e.open);
    for (const e of spread) {
      opened(e);
      e.open = true;
    }
  });
  addEventListener("afterprint", () => {
    for (const e of spread) e.open = false;
  });

  // ---------------------------------------------------------------- start

  const asked = new URLSearchParams(location.search);
  for (const s of selects)
    if ([...s.options].some((o) => o.value === asked.get(s.name))) s.value = asked.get(s.name);
  field.value = asked.get("find") ?? "";
  show();
  fromAddress();
  // The browser goes to the address itself while it loads, and takes the focus away again.
  addEventListener("load", () => setTimeout(fromAddress));
};
