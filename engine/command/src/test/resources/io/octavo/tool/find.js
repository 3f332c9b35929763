// Looks for keys, of which nothing but the answer counts.
(async () => {
  const root = document.documentElement;
  const until = async (what, condition) => {
    for (let i = 0; i < 200; i++) {
      if (condition()) return;
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    throw new Error('in vain waited for ' + what + ': ' + document.querySelector('#tree .say').textContent);
  };
  const says = () => document.querySelector('#tree .say').textContent;
  const find = async (map, key, answer) => {
    const which = document.getElementById('which');
    which.value = [...which.options].find(option => option.textContent === map).value;
    document.getElementById('key').value = key;
    document.getElementById('find').click();
    await until(`${answer} for ${key} of ${map}`, () => answer.test(says()));
  };
  try {
    await until('the page', () => root.dataset.ready === 'yes');
    // As text, -5 is above 300, and 9 above 10.
    for (const list of [-3000, -65, -64, -5, -1, 0, 9, 10, 63, 64, 300, 2999]) {
      await find('lists', String(list), new RegExp(`^${list} can only be on page \\d+: .* It is there: entry \\d+`));
    }
    // The ordered numbers of FORMAT.md: a list must not be taken for another one.
    const data = await unpack(document.getElementById('data').textContent);
    for (const [list, key] of Object.entries({'-65': '3fbf', '-64': '40', '-1': '7f', '0': '80', '63': 'bf', '64': 'c040'})) {
      await find('lists', list, new RegExp(`^${list} can only .* It is there: entry \\d+`));
      const [, number, index] = /^\S+ can only be on page (\d+): .* entry (\d+)/.exec(says());
      const found = (await unpack(data.details[number])).keys[index];
      if (!found.startsWith(key)) throw new Error(`${found} is taken for list ${list}`);
    }
    await find('lists', '2500', /^2500 can only be on \d+ pages: .* It is there: entry \d+ of page \d+/);
    await find('lists', '3000', /^3000 can only .* It is not there/);
    await find('lists', '-3001', /^-3001 can only .* It is not there/);
    await find('lists', 'x', /integers/);
    await find('lists', '9223372036854775808', /integers of 64 bits/);
    const alike = 'a directory -> "with" a \\\\ long name/'.repeat(3);
    for (const end of [10000, 11234, 12999]) {
      await find('paths', alike + end, /It is there: entry \d+/);
      const entry = document.querySelector('.about').textContent;
      const at = /entry (\d+)/.exec(says())[1];
      if (!entry.includes('entry ' + at)) throw new Error('another entry is shown');
    }
    await find('paths', alike + '1234', /It is not there/);
    await find('paths', 'z\\x80\\t', /It is there: entry \d+/);
    await find('paths', 'z\\q', /bad escape/);
    root.dataset.visit = 'done';
  } catch (error) {
    root.dataset.error = String(error);
  }
})();
