// The page companion. It draws no map: it gives the map a keyboard and a voice, keeps the position,
// notices an engine that has stopped, and carries clicks, keys and files to Python.
//
// To Python:  hello {search, stored, width, height, map_width, map_height, reduced_motion, touch}
//             resize {width, height, map_width, map_height}
//             action {name, value}     a click on [data-action], text typed in [data-action-input]
//             key {key, shift, ctrl, hex, on_map}
//             hex {hex}   reveal {hex}   file {name, text}   ping {n}
// From Python: pong {n}  notice {text, report}  download {name, text, mime}  copy {text}
//             focus {selector}  store {key, value}  value {selector, value}  html {selector, html}  html {selector, html}
//             top {selector}
//
// In the page: data-action="name" data-value="..."   a button, link or anything that is clicked
//              data-action-input="name"              a field; its text is sent while it is typed
//              data-action-enter="name"              a one-line field; Enter sends its text at once
//              data-key="..."   keeps the focus when its widget is drawn anew
//              data-find        the field that / goes to
//              data-open        an <input type=file>
//              data-copy="..."  a click copies this text, "@address" the page address
//              data-hexes="1009 1110"  pointed at or focused, it rings these hexes of the map

const PING_EVERY = 2000;
const LOST_AFTER = 7000;
const TICK = 250;
const DEBOUNCE = 150;
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

// A page that is being left, or whose engine is gone, cannot send; the pulse tells of the latter.
function withQuietSend(model) {
  const send = (content) => {
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
    save_changes: () => model.save_changes(),
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
  const notice = (text, report) => {
    const row = open(text);
    if (!report) return;
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

// ---------------------------------------------------------------- the engine's pulse

function pulse({ model, parent, words, signal }) {
  let n = 0;
  let asked = -Infinity;
  let waiting = null;
  let ticked = performance.now();
  let banner;

  const answered = () => {
    waiting = null;
    banner?.remove();
    banner = undefined;
  };
  const lost = () => {
    const text = "The engine has stopped. Your position is safe.";
    banner = make("div", "witp-banner");
    banner.setAttribute("role", "alert");
    const words1 = make("p", "", banner, text);
    const position = model.get("position");
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
      waiting = null;
      asked = -Infinity;
      return;
    }
    if (now - asked >= PING_EVERY) {
      asked = now;
      waiting ??= now;
      model.send({ type: "ping", n: ++n });
    }
    if (!banner && waiting !== null && now - waiting > LOST_AFTER) lost();
  };
  const timer = setInterval(tick, TICK);
  signal.addEventListener("abort", () => clearInterval(timer));
  return { answered };
}

// ---------------------------------------------------------------- storage and address

function memory({ model, alone }) {
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
    const key = model.get("storage_key");
    if (!value) return;
    if (key) store({ key, value });
    if (!alone) return;
    const address = new URL(location.href);
    address.searchParams.delete("p");
    const rest = address.searchParams.toString();
    const query = [rest, `p=${encodeURIComponent(value)}`].filter(Boolean).join("&");
    address.search = query.length < ADDRESS_LIMIT ? query : rest;
    history.replaceState(history.state, "", address);
  };
  return { read, store, keep };
}

// ---------------------------------------------------------------- the map under the keyboard

function keyboardMap({ model, scope, tell, signal, resized }) {
  let box;
  let quiet;
  let shown;
  let byKey = false;
  let pressed = null;
  let ring = [];
  const sizes = new ResizeObserver(resized);
  const shapes = new MutationObserver(() => draw());

  const path = (id) => box?.querySelector(`path.hex-${CSS.escape(id)}`);

  const draw = () => {
    ring.forEach((e) => e.remove());
    ring = [];
    shapes.disconnect();
    const hex = model.get("cursor") && path(model.get("cursor"));
    shown = hex;
    if (!hex || !byKey || document.activeElement !== box) return;
    shapes.observe(hex, { attributeFilter: ["d"] });
    ring = ["witp-cursor-ink", "witp-cursor"].map((name) => {
      const e = document.createElementNS(SVG, "path");
      e.setAttribute("class", name);
      e.setAttribute("d", hex.getAttribute("d"));
      hex.parentNode.append(e);
      return e;
    });
  };
  // A hex that is not wholly in view is brought in; only the keyboard does this.
  const reveal = (id) => {
    const view = box.getBoundingClientRect();
    const at = path(id).getBoundingClientRect();
    const inside = at.width && at.left > view.left && at.right < view.right;
    if (!inside || at.top < view.top || at.bottom > view.bottom)
      model.send({ type: "reveal", hex: id });
  };
  const speak = (id) => tell(model.get("hexes")[id] ?? id);
  const go = (id) => {
    model.set("cursor", id);
    model.save_changes();
    draw();
  };
  const middle = () => {
    const r = box.getBoundingClientRect();
    const under = document.elementsFromPoint(r.x + r.width / 2, r.y + r.height / 2);
    return under.map(hexOf).find(Boolean) ?? Object.keys(model.get("hexes"))[0];
  };
  // Flat-top columns: a neighbour to the left or right with the same row number alternates up and
  // down, so that repeated steps go straight. At the rim the other neighbour will do.
  const next = (id, [dc, dr]) => {
    const name = (c, r) => String(c).padStart(2, "0") + String(r).padStart(2, "0");
    const c = +id.slice(0, 2);
    const r = +id.slice(2);
    const aside = c % 2 === 0 ? r + 1 : r - 1;
    const tries = dc ? [name(c + dc, r), name(c + dc, aside)] : [name(c, r + dr)];
    return tries.find((t) => path(t));
  };
  const far = (id, step) => {
    let end = id;
    for (let to = next(end, step); to; to = next(end, step)) end = to;
    return end;
  };
  const step = (key) => {
    const at = model.get("cursor");
    let to;
    if (!at || !path(at)) to = middle();
    else if (key === "Home") to = far(at, ARROWS.ArrowLeft);
    else if (key === "End") to = far(at, ARROWS.ArrowRight);
    else to = next(at, ARROWS[key]);
    byKey = true;
    if (!to) {
      draw();
      tell("Edge of the board.");
      return;
    }
    go(to);
    speak(to);
    reveal(to);
  };

  // ipyleaflet reports every mouse event of the map and of each layer to Python, five messages for a
  // click. The companion sends the one that counts, so the map's own reports are switched off; should
  // that fail, the page is only a little slower.
  const quieten = async () => {
    try {
      const map = await model.manager.get_model(model.get("map_id"));
      for (const view of await Promise.all(Object.values(map.views))) {
        const layers = await Promise.all(view.layer_views.views);
        for (const part of [view, ...layers]) part.send = () => {};
      }
    } catch (error) {
      console.warn("The map keeps reporting every mouse event.", error);
    }
  };

  const drawn = () => Boolean(box?.querySelector("path.hex"));
  const dress = () => {
    const found = scope.root().querySelector(".witp-map .leaflet-container");
    if (quiet !== box && drawn()) {
      quiet = box;
      quieten();
    }
    if (ring.length && !shown.isConnected) draw();
    if (!found || found === box) return;
    box = found;
    box.tabIndex = 0;
    box.setAttribute("role", "application");
    box.setAttribute("aria-label", model.get("instructions"));
    // Without this JupyterLab would take single letters for its own commands.
    box.setAttribute("data-lm-suppress-shortcuts", "true");
    sizes.disconnect();
    sizes.observe(box);
    box.addEventListener("focus", () => {
      draw();
      if (byKey && model.get("cursor")) speak(model.get("cursor"));
    });
    box.addEventListener("blur", draw);
  };

  const inMap = (e) => e.target instanceof Element && e.target.closest(".witp-map");
  const on = (type, run) =>
    window.addEventListener(type, (e) => scope.mine(e.target) && run(e), { capture: true, signal });
  on("pointerdown", (e) => {
    byKey = false;
    pressed = [e.clientX, e.clientY];
    draw();
  });
  window.addEventListener("keydown", () => (byKey = true), { capture: true, signal });
  on("click", (e) => {
    const id = inMap(e) && hexOf(e.target);
    if (!id || !model.get("map_id")) return;
    e.stopPropagation();
    const moved = pressed ? Math.hypot(e.clientX - pressed[0], e.clientY - pressed[1]) : 0;
    if (moved > 6) return;
    model.send({ type: "hex", hex: id });
    if (model.get("cursor") !== id) go(id);
  });
  signal.addEventListener("abort", () => {
    sizes.disconnect();
    shapes.disconnect();
  });
  model.on("change:cursor", draw);
  model.on("change:instructions", () => box?.setAttribute("aria-label", model.get("instructions")));
  return {
    dress,
    step,
    has: (target) => Boolean(box && target === box),
    drawn,
    size: () => [box?.clientWidth ?? 0, box?.clientHeight ?? 0],
  };
}

// ---------------------------------------------------------------- clicks, text, keys, files

function actions({ model, scope, words, signal }) {
  const waiting = new Map();
  const send = (name, value) => model.send({ type: "action", name, value });
  const flush = () => {
    for (const { timer, name, field } of waiting.values()) {
      clearTimeout(timer);
      send(name, field.value);
    }
    waiting.clear();
  };
  const typed = (field, wait) => {
    const name = field.dataset.actionInput;
    clearTimeout(waiting.get(name)?.timer);
    waiting.set(name, { name, field, timer: setTimeout(flush, wait) });
  };
  const on = (type, run) =>
    document.addEventListener(type, (e) => scope.mine(e.target) && run(e), { signal });
  on("click", (e) => {
    const from = e.target instanceof Element && e.target.closest("[data-action], [data-copy]");
    if (!from || from.matches(":disabled, [aria-disabled=true]")) return;
    if (from.matches("a[href]")) e.preventDefault();
    if (from.dataset.copy === "@address") words.copy(location.href);
    else if (from.dataset.copy !== undefined) words.copy(from.dataset.copy);
    if (from.dataset.action === undefined) return;
    flush();
    send(from.dataset.action, from.dataset.value ?? from.value ?? "");
  });
  const point = (e) => {
    const from = e.target instanceof Element && e.target.closest("[data-hexes]");
    const wanted = new Set(from ? from.dataset.hexes.split(" ") : []);
    for (const path of scope.root().querySelectorAll("path.hex"))
      path.classList.toggle("witp-pointed", wanted.has(hexOf(path)));
  };
  for (const type of ["pointerover", "focusin", "focusout"]) on(type, point);
  on("input", (e) => {
    if (e.target.matches("[data-action-input]:is(textarea, input):not([type=checkbox], [type=radio])"))
      typed(e.target, DEBOUNCE);
  });
  on("change", (e) => {
    const field = e.target;
    if (!field.matches("[data-action-input]")) return;
    if (field.matches("[type=checkbox]")) send(field.dataset.actionInput, field.checked ? "on" : "");
    else if (waiting.has(field.dataset.actionInput)) flush();
    else if (field.matches("select, [type=radio], [type=range]"))
      send(field.dataset.actionInput, field.value);
  });
  on("keydown", (e) => {
    const name = e.key === "Enter" && !e.isComposing && e.target.dataset?.actionEnter;
    if (!name) return;
    e.preventDefault();
    flush();
    send(name, e.target.value);
  });
  return { pending: (field) => waiting.has(field.dataset.actionInput), waiting };
}

function keys({ model, scope, map, signal }) {
  const find = () => {
    const field = scope.root().querySelector("[data-find]");
    field?.focus();
    return Boolean(field);
  };
  const press = (e, onMap) =>
    model.send({
      type: "key",
      key: e.key,
      shift: e.shiftKey,
      ctrl: e.ctrlKey || e.metaKey,
      hex: model.get("cursor"),
      on_map: onMap,
    });
  const wanted = (e, onMap) => {
    const { key } = e;
    if (e.altKey) return false;
    if (e.ctrlKey || e.metaKey) return /^[zy]$/i.test(key);
    if (key === "Enter" || key === " ") return onMap || !isPressable(e.target);
    // Of all that can be pressed, only a group of radio buttons has a use of its own for arrows.
    if (model.get("page_keys").includes(key)) return !e.target.matches("input[type=radio]");
    return key.length === 1 || key === "Delete" || key === "Backspace" || key === "Escape";
  };
  document.addEventListener(
    "keydown",
    (e) => {
      if (e.defaultPrevented || e.isComposing || !scope.mine(e.target)) return;
      const onMap = map.has(e.target);
      if (isEditable(e.target)) {
        if (e.key === "Escape") press(e, false);
        return;
      }
      const plain = !e.altKey && !e.ctrlKey && !e.metaKey;
      if (plain && e.key === "/" && find()) e.preventDefault();
      else if (plain && onMap && (e.key in ARROWS || e.key === "Home" || e.key === "End")) {
        e.preventDefault();
        map.step(e.key);
      } else if (wanted(e, onMap)) {
        if (onMap || e.ctrlKey || model.get("page_keys").includes(e.key)) e.preventDefault();
        if (!e.repeat || e.key.length > 1) press(e, onMap);
      }
    },
    { signal },
  );
}

function files({ model, scope, words, signal }) {
  const read = async (file) => {
    if (!file) return;
    if (file.size > FILE_LIMIT) {
      const mb = (file.size / FILE_LIMIT).toFixed(1);
      words.notice(`${file.name} has ${mb} MB; a position file has at most 1 MB.`);
      return;
    }
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      model.send({ type: "file", name: file.name, text });
    } catch {
      words.notice(`${file.name} is not a text file.`);
    }
  };
  const on = (type, run) =>
    document.addEventListener(type, (e) => scope.mine(e.target) && run(e), { signal });
  on("change", (e) => {
    if (!e.target.matches("input[type=file][data-open]")) return;
    read(e.target.files[0]);
    e.target.value = "";
  });
  const carries = (e) => e.dataTransfer?.types.includes("Files");
  on("dragover", (e) => carries(e) && e.preventDefault());
  on("drop", (e) => {
    if (!carries(e)) return;
    e.preventDefault();
    read(e.dataTransfer.files[0]);
  });
}

// Drawing a widget anew throws its elements away. The one that had the focus is found again by its
// data-key or its action, with its caret and with text that has not been sent yet.
function focusKeeper({ scope, pending, signal }) {
  let last;
  const q = (text) => CSS.escape(text);
  const selectors = (e) => {
    const keyed = e.closest("[data-key]");
    if (keyed) return [`[data-key="${q(keyed.dataset.key)}"]`];
    const { action, value } = e.dataset ?? {};
    if (action === undefined) return e.id ? [`#${q(e.id)}`] : [];
    const same = `[data-action="${q(action)}"]`;
    return value === undefined ? [same] : [`${same}[data-value="${q(value)}"]`, same];
  };
  document.addEventListener(
    "focusin",
    (e) => {
      const found = scope.mine(e.target) ? selectors(e.target) : [];
      last = found.length ? { found, from: e.target, at: null } : undefined;
    },
    { signal },
  );
  document.addEventListener(
    "focusout",
    (e) => {
      const gone = e.target;
      setTimeout(() => {
        if (last?.from === gone && gone.isConnected && document.activeElement !== gone) last = undefined;
      });
    },
    { signal },
  );
  return () => {
    if (!last || last.from.isConnected) return;
    const active = document.activeElement;
    if (active && active !== document.body) return;
    last.at ??= performance.now();
    const all = last.found.map((text) => scope.root().querySelectorAll(text));
    const to = (all.find((list) => list.length === 1) ?? all[0])[0];
    if (!to) {
      if (performance.now() - last.at > 3000) last = undefined;
      return;
    }
    const from = last.from;
    if (isEditable(from) && isEditable(to)) {
      if (pending.pending(from)) {
        to.value = from.value;
        pending.waiting.get(from.dataset.actionInput).field = to;
      }
      to.focus({ preventScroll: true });
      if (to.setSelectionRange && from.selectionStart !== null)
        to.setSelectionRange(from.selectionStart, from.selectionEnd);
    } else to.focus({ preventScroll: true });
  };
}

// ---------------------------------------------------------------- all together

function render({ model: widget, el }) {
  const model = withQuietSend(widget);
  const stop = new AbortController();
  const { signal } = stop;
  const scope = scopeOf(el);
  const parent = () => (scope.alone ? document.body : el);
  const speech = voice(el);
  const words = board(parent, speech.say);
  const engine = pulse({ model, parent, words, signal });
  const store = memory({ model, alone: scope.alone });
  const stored = store.read(model.get("storage_key"));

  let greeted = false;
  const measure = () => {
    const [map_width, map_height] = map.size();
    return { width: innerWidth, height: innerHeight, map_width, map_height };
  };
  const resized = later(DEBOUNCE, () => greeted && model.send({ type: "resize", ...measure() }));
  const map = keyboardMap({ model, scope, tell: speech.tell, signal, resized });
  const pending = actions({ model, scope, words, signal });
  keys({ model, scope, map, signal });
  files({ model, scope, words, signal });
  const refocus = focusKeeper({ scope, pending, signal });

  const hello = () => {
    if (greeted) return;
    greeted = true;
    model.send({
      type: "hello",
      search: location.search,
      stored,
      ...measure(),
      reduced_motion: matchMedia("(prefers-reduced-motion: reduce)").matches,
      touch: matchMedia("(pointer: coarse)").matches,
    });
  };
  const ready = () => (document.documentElement.dataset.witpReady = "1");
  const look = () => {
    map.dress();
    refocus();
    if (!model.get("map_id") || map.size()[0] > 0) hello();
    if (greeted && (!model.get("map_id") || map.drawn())) ready();
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { childList: true, subtree: true });
  setTimeout(hello, 3000);
  setTimeout(look);
  window.addEventListener("resize", resized, { signal });

  const title = () => {
    if (scope.alone && model.get("title")) document.title = model.get("title");
  };
  const say = () => model.get("say") && speech.say(model.get("say").replaceAll("\u200b", ""));
  title();
  say();
  model.on("change:title", title);
  model.on("change:say", say);
  model.on("change:position", store.keep);
  const answers = {
    pong: engine.answered,
    notice: ({ text, report }) => words.notice(text, report),
    copy: ({ text }) => words.copy(text),
    download,
    store: store.store,
    focus: ({ selector }) => scope.root().querySelector(selector)?.focus(),
    top: ({ selector }) => {
      for (const e of scope.root().querySelectorAll(selector)) e.scrollTo(0, 0);
      if (scope.alone) scrollTo(0, 0);
    },
    html: ({ selector, html }) => {
      const place = scope.root().querySelector(selector);
      if (place && place.innerHTML !== html) place.innerHTML = html;
    },
    value: ({ selector, value }) => {
      const field = scope.root().querySelector(selector);
      if (field && field.value !== value && !pending.pending(field)) field.value = value;
    },
  };
  model.on("msg:custom", (message) => answers[message?.type]?.(message));

  return () => {
    stop.abort();
    watch.disconnect();
    words.close();
  };
}

export default { render };
