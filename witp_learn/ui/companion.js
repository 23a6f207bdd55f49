// The page companion. It draws no map: it gives the map a keyboard and a voice, keeps the position,
// notices an engine that has stopped, and carries clicks, keys and files to Python.
//
// To Python:  hello {search, stored, width, height, map_width, map_height, reduced_motion, touch}
//             resize {width, height, map_width, map_height}
//             action {name, value, offer}   a click on [data-action], text typed in [data-action-input]
//             key {key, shift, ctrl, hex, on_map, offer}
//             hex {hex}   reveal {hex}   file {name, text}   ping {n}
//             elsewhere {text}         what another tab keeps under the storage key
// From Python: pong {n}  notice {text, report}  download {name, text, mime}  copy {text}
//             focus {selector}  store {key, value}  value {selector, value}
//             html {selector, html}  top {selector}  show {selector}
//
// In the page: data-action="name" data-value="..."   a button, link or anything that is clicked
//              data-action-input="name"              a field; its text is sent while it is typed
//              data-action-enter="name"              a one-line field; Enter sends its text at once
//              data-key="..."   keeps the focus when its widget is drawn anew
//              data-find        the field that / goes to
//              data-open        an <input type=file>
//              data-copy="..."  a click copies this text, "@address" the page address
//              data-roving="6"  its buttons are one stop of the Tab key; arrow keys step over
//                               them, up and down by so many
//              data-offer="..."  names what is offered now; the last one counts, and is sent with
//                               clicks and keys
//              data-hexes="1009 1110"  pointed at or focused, it rings these hexes of the map
//
// companion_page.js, companion_map.js and companion_input.js are put before this file.

const DONE_BY_HAND = new Set(["action", "key", "hex", "file"]);

function render({ model: widget, el }) {
  const stop = new AbortController();
  const { signal } = stop;
  const quiet = withQuietSend(widget, departure(signal));
  const scope = scopeOf(el);
  const parent = () => (scope.alone ? document.body : el);
  const speech = voice(el);
  const words = board(parent, speech.say);
  const engine = pulse({ model: quiet, parent, words, signal });
  const model = {
    ...quiet,
    send: (content) => {
      quiet.send(content);
      if (DONE_BY_HAND.has(content.type)) engine.press();
    },
  };
  const store = memory({ model, alone: scope.alone, signal });
  const stored = store.read(model.get("storage_key"));

  let greeted = false;
  const measure = () => {
    const [map_width, map_height] = map.size();
    return { width: innerWidth, height: innerHeight, map_width, map_height };
  };
  const resized = later(DEBOUNCE, () => greeted && model.send({ type: "resize", ...measure() }));
  const map = keyboardMap({ model, scope, tell: speech.tell, signal, resized });
  const offer = offers({ model, scope, signal });
  const pending = actions({ model, scope, words, offer, signal });
  const rove = roving({ scope, signal });
  keys({ model, scope, map, offer, signal });
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
    offer.look();
    rove();
    refocus();
    if (!model.get("map_id") || map.size()[0] > 0) hello();
    if (greeted && (!model.get("map_id") || map.drawn())) ready();
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { childList: true, subtree: true });
  // A map that is late on a slow machine is waited for: the app frames it by its size.
  setTimeout(hello, model.get("map_id") ? 15000 : 3000);
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
  model.on("change:kept", store.keep);
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
    show: ({ selector }) => scope.root().querySelector(selector)?.scrollIntoView({ block: "nearest" }),
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
