// The data page: an entry is filled from the numbered data when it is first wanted.
(() => {
  const { all, make, data, clauses, titles } = site;
  const entries = all(".wr-entry");
  const rows = new Map(entries.map((e, i) => [e, data.rows[i]]));
  const text = (number) => data.texts[number];

  const grade = (number, parent) => {
    const word = data.grades[number];
    make("span", parent, word, `wd-grade wd-${word}`);
  };
  const section = (number, parent) => {
    const ref = text(number);
    if (!clauses.has(ref) && !titles.has(ref)) return;
    const b = make("button", parent, ref, "witp-chip");
    b.type = "button";
    b.dataset.rule = ref;
    b.setAttribute("aria-label", `Rule ${ref}`);
  };
  const fill = (e) => {
    if (e.querySelector(".wd-data")) return;
    const dl = make("dl", e, undefined, "wd-data");
    for (const [label, value, graded, ref, why] of rows.get(e)) {
      make("dt", dl, text(label));
      const dd = make("dd", dl);
      const said = make("p", dd, `${text(value)} `);
      grade(graded, said);
      section(ref, said);
      if (text(why)) make("p", dd, text(why), "wd-why");
    }
  };

  register({
    fits: {
      table: (e, wanted) => e.dataset.table === wanted,
      grade: (e, wanted) => e.dataset.grade.split(" ").includes(wanted),
    },
    // A hex is found while its number is still being typed.
    numbers: (e, wanted) => e.querySelector("strong").textContent.startsWith(wanted),
    words: (e) =>
      rows
        .get(e)
        .flatMap(([label, value, , ref, why]) => [label, value, ref, why].map(text))
        .join(" "),
    opened: fill,
  });
})();
