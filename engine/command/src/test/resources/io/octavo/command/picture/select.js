// Selects maps wherever that can be done, and looks at all panels.
const data = await theData();
const canvas = element('tiles');
const pressed = () => [...document.querySelectorAll('.roots button[aria-pressed="true"]')].map(button => button.textContent);
/** How much of its colour the tile of a page has, 0 to 255. */
const alpha = number => {
  const place = canvas.placeOf(number), box = canvas.getBoundingClientRect();
  return canvas.getContext('2d').getImageData(place.clientX - box.left, place.clientY - box.top, 1, 1).data[3];
};
const collection = name => data.collections.find(one => one.name === name);
const isShown = async name => {
  const {id, root: page} = collection(name);
  await shows(page);
  check('the row of ' + name, document.querySelector('#maps tr.found a').textContent === name);
  check('one row only', document.querySelectorAll('#maps [aria-current="true"]').length === 1);
  check('the section of ' + name, document.querySelector('section.on h2').textContent === 'Map ' + name);
  check('the map to search', element('which').value === name);
  check('the root of ' + name, pressed().includes(name));
  check('no other root', !pressed().some(root => root !== name && root !== 'values of ' + name));
  check('the legend of the drawing', document.querySelector('#map .legend b').textContent === name);
  data.pages.owner.forEach((owner, number) => {
    if (!owner || data.pages.use[number] === 0) return;
    const isOfMap = owner === id || data.collections.some(one => one.id === owner && one.name === 'values of ' + name);
    check(`page ${number} being drawn for ${name}`, alpha(number) === 255 === isOfMap);
  });
  check('the address', asked().get('map') === name && Number(asked().get('page')) === page);
};
check('nothing being selected', location.hash === '' && !document.querySelector('#maps tr.found') && element('all').hidden);
const row = name => [...document.querySelectorAll('#maps a')].find(link => link.textContent === name);
row('names').click();
await isShown('names');
[...document.querySelectorAll('.roots button')].find(button => button.textContent === 'squares').click();
await isShown('squares');
element('which').value = 'names';
element('which').dispatchEvent(new Event('change'));
await isShown('names');
element('all').click();
await until('no map', () => !document.querySelector('#maps tr.found, section.on, .roots [aria-pressed="true"]'));
element('by').value = 'map';
element('by').dispatchEvent(new Event('change'));
await until('names of maps', () => document.querySelector('#map .legend button'));
[...document.querySelectorAll('#map .legend button')].find(button => button.textContent.startsWith('squares ')).click();
await isShown('squares');
// A page of a large value is one of its map.
const {root: values} = data.collections.find(one => one.own);
canvas.dispatchEvent(new MouseEvent('click', canvas.placeOf(values)));
await shows(values);
check('the map of a large value', element('which').value.includes('&'));
row('empty').click();
await until('the empty map', () => element('shown').textContent === 'empty: no entries, and no pages');
check('the empty map to search', element('which').value === 'empty' && asked().get('map') === 'empty' && !asked().has('page'));
