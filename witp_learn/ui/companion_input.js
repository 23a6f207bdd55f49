// Part of the page companion, see companion.js: clicks, typed text, keys, files, focus.

function actions({ model, scope, words, offer, signal }) {
  const waiting = new Map();
  const send = (name, value) =>
    model.send({ type: "action", name, value, offer: offer.shown() });
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
    if (offer.pressed(from, e.detail ? [e.clientX, e.clientY] : "Enter")) return;
    flush();
    send(from.dataset.action, from.dataset.value ?? from.value ?? "");
  });
  let pointed = "";
  const point = (e) => {
    const from = e.target instanceof Element && e.target.closest("[data-hexes]");
    const hexes = from ? from.dataset.hexes : "";
    if (hexes === pointed) return;
    pointed = hexes;
    const wanted = new Set(hexes.split(" "));
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

// Many like buttons are one stop of the Tab key: the one that was on last, else the one that is
// marked, else the first. Arrow keys, Home and End step over them.
function roving({ scope, signal }) {
  const members = (box) => [...box.querySelectorAll("button")];
  const marked = "[aria-current], [aria-pressed=true]";
  const set = (list, on) => {
    for (const e of list) e.tabIndex = e === on ? 0 : -1;
  };
  const dress = () => {
    for (const box of scope.root().querySelectorAll("[data-roving]")) {
      const list = members(box);
      if (list.some((e) => e.tabIndex === 0 && e.hasAttribute("tabindex"))) continue;
      set(list, list.find((e) => e.matches(marked)) ?? list[0]);
    }
  };
  const box = (e) => scope.mine(e.target) && e.target.closest?.("[data-roving]");
  document.addEventListener(
    "focusin",
    (e) => {
      const home = box(e);
      if (home && e.target.matches("button")) set(members(home), e.target);
    },
    { signal },
  );
  document.addEventListener(
    "keydown",
    (e) => {
      const home = box(e);
      if (!home || e.altKey || e.ctrlKey || e.metaKey || e.shiftKey) return;
      const list = members(home).filter((b) => b.checkVisibility());
      const at = list.indexOf(e.target);
      const across = Number(home.dataset.roving);
      const [x, y] = ARROWS[e.key] ?? [0, 0];
      const to = e.key === "Home" ? 0 : e.key === "End" ? list.length - 1 : at + x + across * y;
      if (at < 0 || to === at || !list[to]) return;
      e.preventDefault();
      list[to].focus();
    },
    { signal },
  );
  return dress;
}

function keys({ model, scope, map, offer, signal }) {
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
      offer: offer.shown(),
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
        const soon = plain && !e.repeat && offer.keyed(e.key);
        if (!soon && (!e.repeat || e.key.length > 1)) press(e, onMap);
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
      // Without this JupyterLab would take single letters for commands of its own.
      if (!scope.alone && scope.mine(e.target)) e.target.dataset.lmSuppressShortcuts = "true";
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
