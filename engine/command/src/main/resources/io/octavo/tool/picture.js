// The whole of a store: overview, map of the pages, trees and pages.

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), character => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return JSON.parse(await new Response(stream).text());
}

function section(id, title, ...content) {
  const link = make('a', {href: '#' + id}, title);
  document.querySelector('nav div').append(link);
  const element = make('section', {id}, make('h2', {}, title), ...content);
  document.getElementById('main').append(element);
  return element;
}

function table(heads, rows) {
  const head = make('tr', {}, ...heads.map(text => make('th', {class: text.startsWith('#') ? 'n' : null}, text.replace('#', ''))));
  const body = rows.map(row => make('tr', {}, ...row.map((cell, i) =>
    make('td', {class: heads[i].startsWith('#') ? 'n' : heads[i] === '' ? 'bar' : 'wide'}, cell))));
  return make('div', {class: 'scroll'}, make('table', {}, make('thead', {}, head), make('tbody', {}, ...body)));
}

function bar(share, style) {
  const width = Math.max(share > 0 ? 0.5 : 0, 100 * share);
  return draw('svg', {width: '100%', height: 10, viewBox: '0 0 100 10', preserveAspectRatio: 'none'},
    draw('rect', {class: 'u-free', width: 100, height: 10}),
    draw('rect', {class: style, width, height: 10}));
}

/** A strip of shares; what they are stands below. */
function strip(shares) {
  const whole = shares.reduce((sum, share) => sum + share.size, 0) || 1;
  const svg = draw('svg', {class: 'strip', viewBox: '0 0 1000 26', preserveAspectRatio: 'none'});
  const legend = make('div', {class: 'legend'});
  let x = 0;
  for (const share of shares) {
    if (!share.size) continue;
    const width = 1000 * share.size / whole;
    svg.append(draw('rect', {class: share.style, x, width, height: 26},
      draw('title', {}, `${share.name}: ${share.says}`)));
    legend.append(make('span', {}, swatch(share.style), `${share.name} ${share.says}, ${percent(share.size / whole)}`));
    x += width;
  }
  return make('div', {}, svg, legend);
}

function histogram(bars, style) {
  const most = Math.max(1, ...bars.map(one => one.count));
  const width = 50;
  const svg = draw('svg', {width: '100%', height: 110, viewBox: `0 0 ${bars.length * width} 110`});
  bars.forEach((one, i) => {
    const height = one.count ? Math.max(1.5, 74 * one.count / most) : 0;
    svg.append(
      draw('rect', {class: style(i), x: i * width + 3, y: 90 - height, width: width - 6, height, rx: 2},
        draw('title', {}, `${one.name}: ${count(one.count)}`)),
      draw('text', {class: 'dim', x: i * width + width / 2, y: 84 - height, 'text-anchor': 'middle', 'font-size': 9,
        style: 'font-size:9px'}, one.count ? count(one.count) : ''),
      draw('text', {class: 'dim', x: i * width + width / 2, y: 103, style: 'font-size:8.5px;text-anchor:middle'}, one.name));
  });
  return svg;
}

/** The largest maps have a section of their own, all of them a line. */
const MAPS_IN_DETAIL = 12;

function overview(data) {
  const stat = data.stat;
  const problems = data.problems;
  if (problems.length) {
    const items = problems.slice(0, 50).map(text => make('li', {}, text));
    section('problems', 'Damage', make('ul', {}, ...items)).classList.add('alarms');
  }
  if (!stat) return;
  const card = (value, name) => make('div', {class: 'card'}, make('b', {}, value), make('span', {}, name));
  const entries = stat.maps.reduce((sum, map) => sum + (map.entries || 0), 0);
  section('overview', 'Overview',
    make('div', {class: 'cards'},
      card(count(entries), 'entries'), card(count(stat.maps.length), 'maps'),
      card(count(stat.fileBytes), 'bytes'), card(count(stat.livePages), 'pages in use'),
      card(count(stat.freePages), 'pages free'),
      ...(stat.unreachedPages ? [card(count(stat.unreachedPages), 'pages unreached')] : []), card(count(stat.commits), 'commits'),
      card(count(stat.epoch), 'checkpoints')),
    make('h3', {}, 'Pages by kind'),
    strip(data.uses.map((name, i) => ({
      name, style: 'u-' + data.styles[i], size: stat.pagesByUse[name] || 0,
      says: count(stat.pagesByUse[name] || 0)
    }))),
    make('h3', {}, 'Maps'),
    table(['name', 'type', '#entries', '#levels', '#bytes', '#bytes an entry', '#fill', 'of the file'],
      stat.maps.map(map => {
        const collection = data.collections.find(one => one.name === map.name && !one.own);
        const link = collection.root === null ? map.name : make('a', {href: '#tree', onclick: event => {
          event.preventDefault();
          show.page(collection.root);
        }}, map.name);
        return [link, collection.type, map.entries === null ? 'unknown' : count(map.entries), count(map.depth), count(map.bytes.total),
          map.bytesPerEntry === null ? '' : map.bytesPerEntry.toLocaleString('en-US', {minimumFractionDigits: 2, maximumFractionDigits: 2}), percent(map.fill),
          bar(map.bytes.total / stat.fileBytes, 'u-leaf')];
      })));
  const largest = stat.maps.filter(map => map.treeEntries).sort((a, b) => b.bytes.total - a.bytes.total);
  largest.slice(0, MAPS_IN_DETAIL).forEach(mapSection);
}

function mapSection(map) {
  const parts = map.entryBytes;
  const roles = [
    ['keys', parts.keys, 'r-key'], ['values', parts.values, 'r-value'], ['lengths', parts.lengths, 'r-lengths'],
    ['prefixes', parts.prefixes, 'r-prefix'], ['padding', parts.padding, 'r-padding'], ['slots', map.bytes.slots, 'r-slot'],
    ['headers', map.bytes.headers, 'r-header'], ['free', map.bytes.free, 'r-free'],
    ['branches', map.bytes.branches, 'u-branch'], ['large values', map.bytes.largeValues, 'u-overflow']
  ];
  const content = [
    make('h3', {}, 'Bytes'),
    strip(roles.map(([name, size, style]) => ({name, size, style, says: count(size)}))),
    make('div', {class: 'two'},
      make('div', {}, make('h3', {}, 'Leaves by fill'),
        histogram(map.leavesByTenth.map((leaves, i) => ({name: `${i * 10}-${i * 10 + 10} %`, count: leaves})), i => 'fill-' + i)),
      make('div', {}, make('h3', {}, 'Leaves by number of entries'),
        histogram(map.entriesPerLeaf.histogram.map(one => ({
          name: one.from === one.to ? String(one.from) : `${one.from}-${one.to}`, count: one.leaves
        })), () => 'u-leaf'))),
    make('h3', {}, 'Levels'),
    table(['level', '#pages', '#min', '#median', '#max', '#fill', ''], map.levels.slice().reverse().map(level => [
      level.level ? level.level + ', children' : '0, entries', count(level.pages), count(level.least),
      count(level.median), count(level.most), percent(level.fill), bar(level.fill, level.level ? 'u-branch' : 'u-leaf')])),
    make('p', {class: 'say'}, `${percent(map.clustering.forward)} of the leaves follow their predecessor in the file, `
      + `${percent(map.clustering.next)} adjacent. ${count(map.fallbackEntries)} entries `
      + `(${percent(map.fallbackEntries / map.treeEntries)}) store their lengths in the entry.`)
  ];
  if (map.largestValues.length) {
    content.push(make('h3', {}, 'Largest values'),
      table(['key', '#bytes'], map.largestValues.map(value => [value.key, count(value.bytes)])));
  }
  const element = make('section', {}, make('h2', {}, 'Map ' + map.name), ...content);
  document.getElementById('main').append(element);
}

/** The map of the pages: a tile for each, drawn on a canvas because there are many. */
function pageMap(data, trees) {
  const canvas = make('canvas', {id: 'tiles'});
  const say = make('div', {class: 'say'}, 'Point at a page, or click it.');
  const legend = make('div', {class: 'legend'});
  const by = make('select', {id: 'by', onchange: paint}, ...['kind', 'map', 'fill', 'age'].map(name => make('option', {}, name)));
  by.value = data.by || 'kind';
  const shownPages = data.pages.use.length;
  const note = shownPages < data.allPages
    ? make('p', {class: 'say'}, `The first ${count(shownPages)} of ${count(data.allPages)} pages are shown.`) : null;
  section('map', 'Pages of the file', make('div', {class: 'tools'}, make('label', {}, 'colours by', by)), canvas, legend, say, note);
  const colours = new Map();
  const ranks = new Map();
  data.collections.forEach(one => ranks.set(one.id, ranks.size));
  let cell = 10, inRow = 1;

  function colour(style) {
    if (!colours.has(style)) {
      const probe = draw('svg', {width: 0, height: 0}, draw('rect', {class: style}));
      document.body.append(probe);
      colours.set(style, getComputedStyle(probe.firstChild).fill);
      probe.remove();
    }
    return colours.get(style);
  }

  function category(number) {
    const label = trees.label(number);
    if (by.value === 'kind' || trees.isPlain(number) || label === 'damaged' || label === 'other') {
      return [trees.style(number), label];
    }
    if (by.value === 'map') {
      const owner = data.pages.owner[number];
      return owner ? ['m-' + (ranks.get(owner) || 0) % 10, trees.nameOf(number)] : ['u-meta', 'the store'];
    }
    if (by.value === 'fill') {
      const step = Math.max(0, Math.min(9, Math.floor(data.pages.fill[number] / 100)));
      return ['fill-' + step, `${step * 10}-${step * 10 + 10} % full`];
    }
    const newest = data.stat ? data.stat.epoch : Math.max(1, ...data.pages.epoch);
    const step = Math.max(0, Math.min(9, Math.floor(10 * (data.pages.epoch[number] - 1) / Math.max(1, newest))));
    return ['age-' + step, step === 9 ? 'newest' : step === 0 ? 'oldest' : `age ${step * 10}-${step * 10 + 10} %`];
  }

  function paint() {
    colours.clear();
    const width = canvas.clientWidth || 800;
    const ratio = window.devicePixelRatio || 1;
    // Large tiles where there are few, so that a small store can be hit by a finger.
    cell = Math.max(4, Math.min(22, Math.floor(Math.sqrt(width * 520 / shownPages))));
    inRow = Math.max(1, Math.floor(width / cell));
    const height = Math.ceil(shownPages / inRow) * cell;
    canvas.style.height = height + 'px';
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const context = canvas.getContext('2d');
    context.scale(ratio, ratio);
    const counts = new Map();
    const gap = cell > 6 ? 1.5 : cell > 4 ? 1 : 0.5;
    for (let number = 0; number < shownPages; number++) {
      const [style, label] = category(number);
      const key = style + '\n' + label;
      counts.set(key, (counts.get(key) || 0) + 1);
      context.fillStyle = colour(style);
      context.fillRect(number % inRow * cell, Math.floor(number / inRow) * cell, cell - gap, cell - gap);
    }
    const shown = [...counts];
    if (by.value === 'fill' || by.value === 'age') shown.sort((a, b) => a[0] < b[0] ? -1 : 1);
    legend.replaceChildren(...shown.slice(0, 40).map(([key, pages]) => {
      const [style, label] = key.split('\n');
      return make('span', {}, swatch(style), `${label} ${count(pages)}`);
    }));
  }

  function at(event) {
    const box = canvas.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / cell);
    const number = Math.floor((event.clientY - box.top) / cell) * inRow + column;
    return column < inRow && number >= 0 && number < shownPages ? number : -1;
  }

  canvas.addEventListener('mousemove', event => {
    const number = at(event);
    if (number >= 0) say.textContent = trees.about(number);
  });
  canvas.addEventListener('click', event => {
    const number = at(event);
    if (number >= 0) show.page(number, true);
  });
  window.addEventListener('resize', paint);
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint);
  paint();
  /** Gives the middle of a tile on the screen. */
  canvas.placeOf = number => {
    const box = canvas.getBoundingClientRect();
    return {clientX: box.left + (number % inRow + 0.5) * cell, clientY: box.top + (Math.floor(number / inRow) + 0.5) * cell};
  };
}

const show = {page() {}};

/** The trees: a search, the way to a page, what is below it, and the page itself. */
function browser(data, trees) {
  const withTree = data.collections.filter(one => one.root !== null && !one.own);
  const choice = make('select', {id: 'which'}, ...withTree.map((one, i) => make('option', {value: i}, one.name)));
  const key = make('input', {class: 'key', id: 'key', placeholder: 'a key', 'aria-label': 'a key'});
  const said = make('div', {class: 'say'});
  const search = make('form', {class: 'tools', onsubmit: event => {
    event.preventDefault();
    find();
  }}, choice, key, make('button', {id: 'find'}, 'Find'));
  const roots = make('div', {class: 'path'}, make('i', {}, 'roots'));
  for (const one of data.collections.slice(0, 40)) {
    if (one.root !== null) roots.append(make('button', {onclick: () => show.page(one.root)}, one.name));
  }
  for (const [name, number] of Object.entries(data.roots || {})) {
    if (number !== null) roots.append(make('button', {onclick: () => show.page(number)}, name));
  }
  const path = make('div', {class: 'path'});
  const below = make('div', {class: 'nodes'});
  const title = make('h3', {id: 'shown'});
  const page = make('div', {id: 'page'});
  const part = data.pagesWithDetail < data.pagesWanted
    ? make('p', {class: 'say', id: 'cap'}, `Of ${count(data.pagesWanted)} pages, ${count(data.pagesWithDetail)} are here with `
      + 'all their bytes, spread over the file; of the others only what the map tells. '
      + `octavo page ${data.file} N shows any page.`) : null;
  const isTree = data.mode === 'inspect';
  section('tree', isTree ? 'Trees' : 'Page', isTree && withTree.length ? search : null, said, roots, path, below, title, page, part);

  /** Gives what is looked for: the keys between which it is, and how to know it. */
  function wantedOf(collection, text) {
    const isOfBytes = collection.type !== 'longs' && collection.type !== 'postings';
    if (isOfBytes) {
      const hex = hexOf(text);
      return hex === null ? 'The key has a bad escape; escapes are \\t \\n \\r \\\\ \\xHH.'
        : {from: hex, to: hex, isKey: key => key === hex};
    }
    const number = /^[+-]?\d+$/.test(text.trim()) ? BigInt(text.trim()) : null;
    if (number === null || BigInt.asIntN(64, number) !== number) return 'The keys of this map are integers of 64 bits.';
    if (collection.type === 'longs') {
      return {from: number, to: number, isEntry: text => text.startsWith(number + ' -> ')};
    }
    // The head of a list, and its blocks, which begin as it does.
    const head = orderedHex(number);
    return {from: head, to: head + 'ffff', isKey: key => key.startsWith(head)};
  }

  /** Gives the first entry of a page that is looked for, -1 if there is none. */
  function indexOf(shown, wanted) {
    if (wanted.isKey) return (shown.keys || []).findIndex(wanted.isKey);
    const entry = partsOf(shown).find(part => part.role === 'entry' && wanted.isEntry(part.meaning));
    return entry ? entry.index : -1;
  }

  async function find() {
    const collection = withTree[choice.value];
    const wanted = wantedOf(collection, key.value);
    if (typeof wanted === 'string') {
      said.textContent = wanted;
      return;
    }
    const pages = trees.find(collection, wanted.from, wanted.to);
    said.textContent = pages.length === 1
      ? `${key.value} can only be on page ${pages[0]}: ` + trees.path(pages[0]).map(number => 'page ' + number).join(', then ') + '.'
      : `${key.value} can only be on ${count(pages.length)} pages: ` + pages.slice(0, 8).map(number => 'page ' + number).join(', ')
        + (pages.length > 8 ? ', ...' : '') + '.';
    let isUnknown = false;
    for (const number of pages.slice(0, 8)) {
      const packed = data.details ? data.details[number] : undefined;
      if (data.damage[number] || !packed) {
        isUnknown = true;
        if (data.damage[number]) said.textContent += ` Page ${number} is damaged: what it holds is not known.`;
        continue;
      }
      const shown = await unpack(packed);
      const index = indexOf(shown, wanted);
      if (index >= 0) {
        await show.page(number, false);
        // All bytes of an entry may stand in its slot.
        const entry = page.querySelector(`[data-entry="${index}"]`);
        if (entry) entry.click();
        said.textContent += ` It is there: entry ${index}${pages.length > 1 ? ' of page ' + number : ''}.`;
        return;
      }
    }
    await show.page(pages[0], false);
    if (!isUnknown && pages.length <= 8) said.textContent += data.note ? ' It was not there at the last checkpoint.' : ' It is not there.';
  }

  /** Gives the page of the same kind and map that is here with its bytes and stands next in the file. */
  function nearest(number) {
    const isAlike = other => trees.use(other) === trees.use(number) && trees.nameOf(other) === trees.nameOf(number);
    const here = Object.keys(data.details || {}).map(Number).filter(isAlike);
    here.sort((a, b) => Math.abs(a - number) - Math.abs(b - number));
    return here.length ? here[0] : null;
  }

  show.page = async (number, jump) => {
    const way = trees.path(number);
    path.replaceChildren(make('i', {}, 'path'));
    way.forEach((step, i) => {
      if (i) path.append(make('i', {}, '›'));
      path.append(make('button', {onclick: () => show.page(step)}, `page ${step}`));
    });
    below.replaceChildren();
    const children = data.children[number];
    if (children) {
      const nodes = children.pages.slice(0, 600).map((child, i) => {
        const bad = data.damage[child];
        const share = (data.pages.fill[child] || 0) / 1000;
        return make('button', {class: bad ? 'node bad' : 'node', onclick: () => show.page(child)},
          swatchLine(trees.style(child), `page ${child}`),
          make('small', {}, bad || `${trees.label(child)}, ${count(data.pages.count[child] || 0)}, ${percent(share)} full`),
          children.longs || children.bytes ? make('small', {}, 'from ' + trees.least(number, i)) : null);
      });
      below.append(...nodes);
      if (children.pages.length > 600) below.append(make('small', {}, `${count(children.pages.length - 600)} more`));
    }
    title.textContent = trees.about(number);
    const packed = data.details ? data.details[number] : undefined;
    if (!packed) {
      const why = trees.isPlain(number) && trees.label(number) !== 'ring' ? 'What stands in a page that is not in use has no meaning.'
        : `The bytes of this page are not here; octavo page ${data.file} ${number} shows them.`;
      const near = children || trees.isPlain(number) ? null : nearest(number);
      page.replaceChildren(make('p', {class: 'say'}, why, near === null ? null : ' Near it and here is ',
        near === null ? null : make('a', {href: '#page-' + near}, 'page ' + near), near === null ? null : '.'));
    } else {
      const shown = await unpack(packed);
      title.textContent = shown.title;
      page.replaceChildren(showPage(shown, target => show.page(target)));
      if (shown.problem) page.prepend(make('p', {class: 'bad'}, 'This page breaks rule ' + shown.problem));
    }
    if (jump) document.getElementById('tree').scrollIntoView();
    document.documentElement.dataset.page = number;
  };
}

function swatchLine(style, text) {
  return make('b', {}, Object.assign(swatch(style), {style: 'display:inline-block;margin-right:6px'}), text);
}

/** Shows the page that the address names: #page-5. */
function follow() {
  const named = /^#page-(\d+)$/.exec(location.hash);
  if (named) show.page(Number(named[1]), true);
  return named !== null;
}

async function start() {
  const data = await unpack(document.getElementById('data').textContent);
  const title = document.getElementById('title'), subtitle = document.getElementById('subtitle');
  if (data.mode === 'page') {
    title.textContent = 'Page ' + data.page.number;
    subtitle.textContent = data.page.title;
    document.getElementById('nav').remove();
    if (data.page.problem) {
      const alarm = make('section', {class: 'alarms'}, make('h2', {}, 'This page breaks rule ' + data.page.problem));
      document.getElementById('main').append(alarm);
    }
    document.getElementById('main').append(make('section', {}, showPage(data.page, null)));
  } else {
    title.textContent = data.file;
    subtitle.textContent = data.stat ? `Octavo store ${data.stat.storeId}, format ${data.stat.formatVersion}` : 'A store that cannot be opened';
    if (data.note) subtitle.textContent += ', ' + data.note;
    const trees = new Trees(data);
    if (data.mode === 'inspect') overview(data);
    pageMap(data, trees);
    browser(data, trees);
    window.addEventListener('hashchange', follow);
    const first = data.collections.find(one => one.root !== null && !one.own);
    if (!follow()) await show.page(first ? first.root : data.roots ? data.roots.space : 0);
  }
  document.documentElement.dataset.ready = 'yes';
}

window.addEventListener('error', event => { document.documentElement.dataset.error = event.message; });
window.addEventListener('unhandledrejection', event => { document.documentElement.dataset.error = String(event.reason); });
start();
