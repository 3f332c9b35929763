// Does what a reader would: from the map to a page, from the page to an entry, from a key to its page.
const data = await theData();
const leaf = data.pages.use.findIndex(use => data.uses[use] === 'leaf');
if (leaf < 0) return;
const canvas = element('tiles');
canvas.dispatchEvent(new MouseEvent('mousemove', canvas.placeOf(leaf)));
check('the leaf under the mouse being told of', element('said').textContent.startsWith(`page ${leaf}: leaf`));
canvas.dispatchEvent(new MouseEvent('click', canvas.placeOf(leaf)));
await until('the leaf', () => element('shown').textContent.startsWith(`page ${leaf}: leaf`));
const entryOf = () => document.querySelector('#page [data-part="entry 7"]');
await until('its bytes', () => element('shown').textContent.includes('bytes free') && entryOf());
entryOf().dispatchEvent(new MouseEvent('click', {bubbles: true}));
await until('the entry', () => document.querySelector('.about').textContent.includes('entry 7'));
const key = /(-?\d+) -> /.exec(document.querySelector('.about').textContent)[1];
const path = [...document.querySelectorAll('.path button')].map(button => button.textContent);
check('the path ending in the leaf', path.includes(`page ${leaf}`));

await find('squares', key, /It is there: entry 7\./);
await find('squares', String(BigInt(key) + 1n), /It is not there\./);
await find('empty', '1', /^The map is empty\.$/);
await find('names', '<\/script><b>bold', /It is there/);
const shown = element('page');
check('the bad key being shown', shown.textContent.includes('<\/script><b>bold'));
check('a key being no markup', ![...shown.querySelectorAll('b')].some(b => b.textContent.startsWith('bold')));
for (const by of ['map', 'fill', 'age', 'kind']) {
  element('by').value = by;
  element('by').dispatchEvent(new Event('change'));
}
