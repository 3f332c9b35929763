// Does what a reader would: from the map to a page, from the page to an entry, from a key to its page.
(async () => {
  const root = document.documentElement;
  const until = async (what, condition) => {
    for (let i = 0; i < 200; i++) {
      if (condition()) return;
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    throw new Error('in vain waited for ' + what);
  };
  try {
    await until('the page', () => root.dataset.ready === 'yes');
    const data = await unpack(document.getElementById('data').textContent);
    const leaf = data.pages.use.findIndex(use => data.uses[use] === 'leaf');
    const canvas = document.getElementById('tiles');
    if (leaf >= 0) {
      canvas.dispatchEvent(new MouseEvent('mousemove', canvas.placeOf(leaf)));
      canvas.dispatchEvent(new MouseEvent('click', canvas.placeOf(leaf)));
      await until('the leaf', () => document.getElementById('shown').textContent.startsWith(`page ${leaf}: leaf`));
      const entryOf = () => document.querySelector('#page [data-part="entry 7"]');
      await until('its bytes', () => document.getElementById('shown').textContent.includes('bytes free') && entryOf());
      const entry = entryOf();
      entry.dispatchEvent(new MouseEvent('click', {bubbles: true}));
      await until('the entry', () => document.querySelector('.about').textContent.includes('entry 7'));
      const says = document.querySelector('.about').textContent;
      const key = /(-?\d+) -> /.exec(says)[1];
      const path = [...document.querySelectorAll('.path button')].map(button => button.textContent);
      if (!path.includes(`page ${leaf}`)) throw new Error('the path does not end in the leaf');

      const which = document.getElementById('which');
      which.value = [...which.options].find(option => option.textContent === 'squares').value;
      document.getElementById('key').value = key;
      document.getElementById('find').click();
      await until('the key', () => document.querySelector('#tree .say').textContent.includes('It is there: entry 7.'));
      document.getElementById('key').value = String(BigInt(key) + 1n);
      document.getElementById('find').click();
      await until('no key', () => document.querySelector('#tree .say').textContent.includes('It is not there.'));

      which.value = [...which.options].find(option => option.textContent === 'names').value;
      document.getElementById('key').value = '<\/script><b>bold';
      document.getElementById('find').click();
      await until('the bad key', () => document.querySelector('#tree .say').textContent.includes('It is there'));
      const shown = document.getElementById('page');
      if (!shown.textContent.includes('<\/script><b>bold')) throw new Error('the bad key is not shown');
      if ([...shown.querySelectorAll('b')].some(b => b.textContent.startsWith('bold'))) throw new Error('a key is markup');
      for (const by of ['map', 'fill', 'age', 'kind']) {
        document.getElementById('by').value = by;
        document.getElementById('by').dispatchEvent(new Event('change'));
      }
    }
    root.dataset.visit = 'done';
  } catch (error) {
    root.dataset.error = String(error);
  }
})();
