// Part of the page companion, see companion.js: the page as a whole.

const PING_EVERY = 2000;
const SLOW_AFTER = 3000;
const LOST_AFTER = 7000;
const TICK = 250;
const STAYS_AFTER = 1000;
const DEBOUNCE = 150;
const UNREAD = 400;
const OFF_FOR = 1000;
const SAME_SPOT = 24;
const FILE_LIMIT = 1 << 20;
const ADDRESS_LIMIT = 1800;
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const SVG = "http://www.w3.org/2000/svg";

// The hex number of a shape on the map.
const hexOf = (e) => /(?:^|\s)hex-(\d{4})(?:\s|$)/.exec(e?.getAttribute("class") ?? "")?.[1];

const later = (wait, run) => {
  let timer;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...args), wait);
  };
};

const make = (tag, className, parent, text) => {
  const e = document.createElement(tag);
  if (className) e.className = className;
  if (text !== undefined) e.textContent = text;
  parent?.append(e);
  return e;
};

const button = (text, parent, run, className = "witp-btn") => {
  const b = make("button", className, parent, text);
  b.type = "button";
  b.addEventListener("click", run);
  return b;
};

const isEditable = (e) =>
  e instanceof HTMLElement &&
  (e.isContentEditable ||
    e.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button])"));

const isPressable = (e) =>
  e instanceof Element && e.closest("button, a[href], summary, label, input, [role=button]");

// Whether the page is being left: then its engine is let go, and nothing can be sent any more.
// Where it stays after all, as when a file is handed over, it goes on in a moment.
function departure(signal) {
  let going = false;
  const leave = () => {
    going = true;
    setTimeout(() => (going = false), STAYS_AFTER);
  };
  for (const type of ["beforeunload", "pagehide"])
    window.addEventListener(type, leave, { capture: true, signal });
  window.addEventListener("pageshow", () => (going = false), { signal });
  return () => going;
}

// A page that is being left, or whose engine is gone, cannot send; the pulse tells of the latter.
function withQuietSend(model, going) {
  const send = (content) => {
    if (going()) return;
    try {
      model.send(content);
    } catch (error) {
      console.warn("The engine cannot be reached.", error);
    }
  };
  return {
    send,
    get: (name) => model.get(name),
    set: (name, value) => model.set(name, value),
    save_changes: () => going() || model.save_changes(),
    going,
    on: (event, run) => model.on(event, run),
    manager: model.widget_manager,
  };
}

// A page of its own (Voila) belongs to the companion; in a notebook only its output does.
function scopeOf(el) {
  const alone = document.body.hasAttribute("data-voila");
  const root = () =>
    alone ? document.body : el.closest(".witp-app") ?? el.closest(".jp-OutputArea") ?? el;
  return { alone, root, mine: (target) => alone || (target instanceof Node && root().contains(target)) };
}

// ---------------------------------------------------------------- speaking and showing

function voice(el) {
  const region = () => {
    const e = make("div", "witp-unseen", el);
    e.setAttribute("aria-live", "polite");
    return e;
  };
  const said = region();
  const where = region();
  said.dataset.live = "say";
  where.dataset.live = "cursor";
  const speak = (box) => (text) => {
    box.textContent = "";
    setTimeout(() => (box.textContent = text), 30);
  };
  return { say: speak(said), tell: speak(where) };
}

function board(parent, say) {
  let shown;
  const close = () => {
    shown?.remove();
    shown = undefined;
  };
  const open = (text, seconds) => {
    close();
    shown = make("div", "witp-notice", parent());
    make("p", "", shown, text);
    const row = make("div", "witp-row", shown);
    button("Close", row, close);
    if (seconds) {
      const mine = shown;
      setTimeout(() => shown === mine && close(), seconds * 1000);
    }
    say(text);
    return row;
  };
  const field = (text) => {
    const area = make("textarea", "witp-field witp-mono");
    area.readOnly = true;
    area.value = text;
    area.setAttribute("aria-label", "Text to copy");
    area.addEventListener("focus", () => area.select());
    return area;
  };
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      open("Copied.", 3);
    } catch {
      const row = open("Press Ctrl+C to copy.");
      const area = field(text);
      row.before(area);
      area.focus();
    }
  };
  // A message without a report goes as soon as one works on.
  const passing = (box) => {
    const gone = (e) => {
      if (box.contains(e.target)) return;
      for (const type of ["pointerdown", "keydown"]) removeEventListener(type, gone, true);
      if (shown === box) close();
    };
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, gone, true);
  };
  const notice = (text, report) => {
    const row = open(text);
    if (!report) {
      passing(shown);
      return;
    }
    row.before(field(report));
    row.prepend(button("Copy the report", null, () => copy(report)));
  };
  return { notice, copy, field, close };
}

function download({ name, text, mime }) {
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([text], { type: `${mime};charset=utf-8` }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// ---------------------------------------------------------------- what is offered

// An answer moves what can be pressed: a second quick press on the same spot, or of the same key,
// would take something that nobody has read yet. Presses on other spots are as quick as ever.
function offers({ model, scope, signal }) {
  const shown = () => [...scope.root().querySelectorAll("[data-offer]")].at(-1)?.dataset.offer ?? "";
  const now = () => performance.now();
  let was = "";
  let drawn = -Infinity;
  let last = { spot: null, at: -Infinity };
  const look = () => {
    if (was === shown()) return;
    was = shown();
    drawn = now();
  };
  const near = (one, other) =>
    Array.isArray(one) && Array.isArray(other)
      ? Math.hypot(one[0] - other[0], one[1] - other[1]) < SAME_SPOT
      : one === other;
  const hasty = (spot) => {
    look();
    const again = near(spot, last.spot) && now() - Math.max(drawn, last.at) < UNREAD;
    last = { spot, at: now() };
    return again;
  };
  const one = (name) => model.get("offered").includes(name);
  // Whether a click or Enter on something offered comes too soon; what is pressed is off a while.
  const pressed = (from, spot) => {
    if (!one(from.dataset.action)) return false;
    if (hasty(spot)) return true;
    from.setAttribute("aria-disabled", "true");
    setTimeout(() => from.removeAttribute("aria-disabled"), OFF_FOR);
    return false;
  };
  const held = (e) => {
    const { action, actionEnter } = e.target.closest?.("[data-action], [data-action-enter]")?.dataset ?? {};
    if (e.repeat && (e.key === "Enter" || e.key === " ") && one(action ?? actionEnter)) {
      e.preventDefault();
      e.stopPropagation();
    }
  };
  document.addEventListener("keydown", held, { capture: true, signal });
  const keyed = (key) => model.get("offered_keys").includes(key.toLowerCase()) && hasty(key);
  return { shown, look, pressed, keyed };
}

// ---------------------------------------------------------------- the engine's pulse

function pulse({ model, parent, words, signal }) {
  let n = 0;
  let asked = -Infinity;
  let waiting = null;
  let ticked = performance.now();
  let pressed = null;
  let banner;
  let slow;

  const ping = () => {
    asked = performance.now();
    waiting ??= asked;
    model.send({ type: "ping", n: ++n });
  };
  const quicken = () => {
    pressed = null;
    slow?.remove();
    slow = undefined;
  };
  const answered = (pong) => {
    waiting = null;
    banner?.remove();
    banner = undefined;
    if (pressed !== null && pong.n >= pressed.n) quicken();
  };
  // What the reader does is sent with a ping behind it, so that a late answer can be told of once,
  // long before the engine is given up.
  const press = () => {
    if (pressed !== null || banner) return;
    ping();
    pressed = { n, at: asked };
  };
  const late = () => {
    slow = make("div", "witp-slow", parent());
    slow.setAttribute("role", "status");
    make("p", "", slow, "The engine has not answered yet.");
  };
  const lost = () => {
    quicken();
    const text = "The engine has stopped. Your position is safe.";
    banner = make("div", "witp-banner");
    banner.setAttribute("role", "alert");
    const words1 = make("p", "", banner, text);
    const position = model.get("position") || model.get("kept");
    if (position) banner.append(words.field(position));
    const row = make("div", "witp-row", banner);
    if (position) button("Copy it", row, () => words.copy(position));
    button("Reload", row, () => location.reload(), "witp-btn primary");
    parent().prepend(banner);
    const base = document.body.dataset.baseUrl;
    if (base)
      fetch(`${base}static/voila.js`, { method: "HEAD", cache: "no-store" }).catch(() => {
        words1.textContent = `${text} The server does not answer either: start it, then reload.`;
      });
  };
  const tick = () => {
    const now = performance.now();
    const slept = now - ticked > 8 * TICK;
    ticked = now;
    if (document.hidden || slept) {
      quicken();
      waiting = null;
      asked = -Infinity;
      return;
    }
    if (now - asked >= PING_EVERY) ping();
    if (!slow && pressed !== null && now - pressed.at > SLOW_AFTER) late();
    if (!banner && waiting !== null && now - waiting > LOST_AFTER) lost();
  };
  const timer = setInterval(tick, TICK);
  signal.addEventListener("abort", () => clearInterval(timer));
  return { answered, press };
}

// ---------------------------------------------------------------- storage and address

function memory({ model, alone, signal }) {
  const read = (key) => {
    try {
      return key ? localStorage.getItem(key) : null;
    } catch {
      return null;
    }
  };
  const store = ({ key, value }) => {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch {
      // A browser may refuse storage; the position is still in the address.
    }
  };
  const keep = () => {
    const value = model.get("position");
    const kept = model.get("kept") || value;
    const key = model.get("storage_key");
    if (!kept) return;
    if (key) store({ key, value: kept });
    if (!alone || !value) return;
    const address = new URL(location.href);
    address.searchParams.delete("p");
    const rest = address.searchParams.toString();
    const query = [rest, `p=${encodeURIComponent(value)}`].filter(Boolean).join("&");
    address.search = query.length < ADDRESS_LIMIT ? query : rest;
    history.replaceState(history.state, "", address);
  };
  // Only other tabs are told of what a tab keeps.
  const elsewhere = ({ key, newValue: text }) => {
    if (key && key === model.get("storage_key") && text) model.send({ type: "elsewhere", text });
  };
  window.addEventListener("storage", elsewhere, { signal });
  return { read, store, keep };
}
