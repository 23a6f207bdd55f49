// Part of the page companion, see companion.js: the map under the keyboard.

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
  // that fail, the page is only a little slower. Nor does it tell where it lies once the page goes.
  const quieten = async () => {
    try {
      const map = await model.manager.get_model(model.get("map_id"));
      const save = map.save_changes.bind(map);
      map.save_changes = (...args) => model.going() || save(...args);
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
    sizes.disconnect();
    sizes.observe(box);
    box.addEventListener("focus", () => {
      if (!byKey) return;
      if (!path(model.get("cursor"))) go(middle());
      draw();
      speak(model.get("cursor"));
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
