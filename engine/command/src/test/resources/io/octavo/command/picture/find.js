// Looks for keys, of which nothing but the answer counts.
const data = await theData();
/** Looks for a list; gives the digits of the key that was found. */
const keyOf = async list => {
  await find('lists', String(list), new RegExp(`^${list} can only be on page \\d+: .* It is there: entry \\d+`));
  const [, number, index] = /^\S+ can only be on page (\d+): .* entry (\d+)/.exec(says());
  return (await unpack(data.details[number])).keys[index];
};
// As text, -5 is above 300, and 9 above 10.
for (const list of [-3000, -5, 9, 10, 64, 300, 2999]) await keyOf(list);
// The ordered numbers of FORMAT.md: a list must not be taken for another one.
for (const [list, key] of Object.entries({'-65': '3fbf', '-64': '40', '-1': '7f', '0': '80', '63': 'bf', '64': 'c040'})) {
  const found = await keyOf(list);
  check(`${found} belonging to list ${list}`, found.startsWith(key));
}
await find('lists', '2500', /^2500 can only be on \d+ pages: .* It is there: entry \d+ of page \d+/);
await find('lists', '3000', /^3000 can only .* It is not there/);
await find('lists', '-3001', /^-3001 can only .* It is not there/);
await find('lists', 'x', /integers/);
await find('lists', '9223372036854775808', /integers of 64 bits/);
const alike = 'a directory -> "with" a \\\\ long name/'.repeat(3);
for (const end of [10000, 11234, 12999]) {
  await find('paths', alike + end, new RegExp(end + ' can only .* It is there: entry \\d+'));
  const at = /entry (\d+)/.exec(says())[1];
  check('the entry being shown', document.querySelector('.about').textContent.includes('entry ' + at));
}
await find('paths', alike + '1234', /It is not there/);
await find('paths', 'z\\x80\\t', /It is there: entry \d+/);
await find('paths', 'z\\q', /bad escape/);
