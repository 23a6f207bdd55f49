// The register of rulings.
register({
  fits: {
    kind: (e, wanted) => e.dataset.kind === wanted,
    impact: (e, wanted) => e.dataset.impact === wanted,
    chapter: (e, wanted) => e.dataset.chapter.split(" ").includes(wanted),
    switch: (e, wanted) => e.dataset.switch === wanted,
  },
  // A section or clause counts whole or from its beginning: 7 and 7.1 find 7.1c, 1 does not find 12.
  numbers: (e, wanted) =>
    e.dataset.refs
      .toLowerCase()
      .split(" ")
      .some((r) => r.startsWith(wanted) && !/\d/.test(r[wanted.length] ?? "")),
});

(() => {
  const said = site.one("[data-said]");
  const copied = async (button) => {
    const text = button.dataset.copy;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Without the right to the clipboard the old way is left.
      const box = document.createElement("textarea");
      box.value = text;
      button.after(box);
      box.select();
      document.execCommand("copy");
      box.remove();
      button.focus();
    }
    button.textContent = "Copied";
    said.textContent = `Copied: ${text}`;
    setTimeout(() => {
      button.textContent = "Copy";
      said.textContent = "";
    }, 2000);
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (button) copied(button);
  });
})();
