// Looks whether each of two ranges has one colour wherever it is meant, and whether the details cover anything.
const rgb = colour => colour.match(/[\d.]+/g).slice(0, 3).map(Number);
const style = selector => {
  check('there being ' + selector, document.querySelector(selector));
  return getComputedStyle(document.querySelector(selector));
};
const isBlue = ([red, , blue]) => blue > 1.25 * red, isOrange = ([red, , blue]) => red > 1.25 * blue;
const {colours, shown} = view;
for (const [is, name, brush, change] of [[isBlue, 'first', 'chosen', 'more'], [isOrange, 'second', 'other', 'less']]) {
  check(name + ' in words', is(rgb(style(`#range .${name}`).color)) && is(rgb(style(`#said .${name}`).color)));
  check(name + ' of the brush', is(rgb(style(`.brush.${brush}`).borderLeftColor)) && is(rgb(style(`.brush.${brush} span`).color)));
  check(name + ' of the legend and frames', is(colours.rgb[change]));
  check(name + ' of the brush in words', style(`.brush.${brush} span`).display !== 'none');
}
check('only in the first', isBlue(rgb(colours.ofChange(shown.change(1, 0)))) && isOrange(rgb(colours.ofChange(shown.change(0, 1)))));
for (const cell of document.querySelectorAll('#symbols td:last-child:not([colspan])')) {
  const is = cell.textContent.startsWith('+') ? isBlue : cell.textContent.startsWith('-') ? isOrange : null;
  check('the colour of ' + cell.textContent, !is || cell.textContent.replace(/[-+]/, '') === '0.0 %' || is(rgb(getComputedStyle(cell).color)));
}
for (let y = 0; y <= document.body.scrollHeight; y += 40) {
  window.scrollTo(0, y);
  const told = document.querySelector('.told').getBoundingClientRect();
  for (const id of ['symbols', 'flame', 'overview']) {
    const box = element(id).getBoundingClientRect();
    check(`the details beside ${id} at ${y}`, box.bottom <= told.top || box.top >= told.bottom);
  }
}
window.scrollTo(0, 0);
