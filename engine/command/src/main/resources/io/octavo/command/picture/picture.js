// The whole of a store, or one page of it.

/** Adds a section, and a link to it that leaves what is selected in the address. */
function section(id, title, ...content) {
  const element = make('section', {id}, make('h2', {}, title), ...content);
  document.querySelector('nav div').append(make('a', {href: '#' + id, onclick: event => {
    event.preventDefault();
    element.scrollIntoView();
  }}, title));
  document.getElementById('main').append(element);
  return element;
}

const MOST_NODES = 600, MOST_SEARCHED = 8;

/** The trees: a search, the way to a page, what is below it, and the page itself. */
class Browser {
  constructor(data, trees, view) {
    Object.assign(this, {data, trees, view});
    const first = trees.maps.find(one => one.root !== null);
    this.first = first ? first.root : data.roots ? data.roots.space : 0;
    this.choice = make('select', {id: 'which', 'aria-label': 'a map', onchange: () => view.go({map: this.choice.value})},
      ...trees.maps.map(map => make('option', {value: map.name}, map.name)));
    this.key = make('input', {class: 'key', id: 'key', placeholder: 'a key', 'aria-label': 'a key'});
    this.said = make('div', {class: 'say', role: 'status'});
    const search = make('form', {class: 'tools', onsubmit: event => {
      event.preventDefault();
      this.find();
    }}, this.choice, this.key, make('button', {id: 'find'}, 'Find'));
    this.roots = make('div', {class: 'path roots'}, make('i', {}, 'roots'));
    for (const one of data.collections) {
      if (one.root !== null) this.addRoot(one.name, one.root);
    }
    for (const [name, number] of Object.entries(data.roots || {})) {
      if (number !== null) this.addRoot(name, number);
    }
    this.path = make('div', {class: 'path'});
    this.below = make('div', {class: 'nodes'});
    this.title = make('h3', {id: 'shown', tabindex: -1});
    this.page = make('div', {id: 'page'});
    const part = data.pagesWithDetail < data.pagesWanted
      ? make('p', {class: 'say', id: 'cap'}, `Of ${count(data.pagesWanted)} pages, ${count(data.pagesWithDetail)} are here with `
        + 'all their bytes: the roots, and others spread over the file; of the rest only what the map tells. '
        + `octavo page ${data.file} N shows any page.`) : null;
    const isTree = data.mode === 'inspect';
    this.section = section('tree', isTree ? 'Trees' : 'Page', isTree && trees.maps.length ? search : null, this.said,
      this.roots, this.path, this.below, this.title, this.page, part);
    view.panels.push(now => this.select(now));
    isNarrow.addEventListener('change', () => this.drawPage());
  }

  addRoot(name, number) {
    this.roots.append(make('button', {'data-page': number, onclick: () => this.view.go({page: number})}, name));
  }

  /** Goes to a page that is chosen elsewhere than here. */
  async open(number) {
    await this.view.go({page: number});
    this.section.scrollIntoView();
    this.title.focus({preventScroll: true});
  }

  async find() {
    const map = this.trees.mapNamed(this.choice.value);
    const text = this.key.value, wanted = wantedOf(map, text), trees = this.trees;
    if (typeof wanted === 'string' || map.root === null) {
      this.said.textContent = map.root === null ? 'The map is empty.' : wanted;
      return;
    }
    const pages = trees.find(map, wanted.from, wanted.to);
    let says = pages.length === 1
      ? `${text} can only be on page ${pages[0]}: ` + trees.path(pages[0]).map(number => 'page ' + number).join(', then ') + '.'
      : `${text} can only be on ${count(pages.length)} pages: ` + pages.slice(0, MOST_SEARCHED).map(number => 'page ' + number).join(', ')
        + (pages.length > MOST_SEARCHED ? ', ...' : '') + '.';
    let isUnknown = false, place = {page: pages[0]};
    for (const number of pages.slice(0, MOST_SEARCHED)) {
      const packed = this.packed(number);
      if (this.data.damage[number] || !packed) {
        isUnknown = true;
        if (this.data.damage[number]) says += ` Page ${number} is damaged: what it holds is not known.`;
        continue;
      }
      const entry = indexOf(await unpack(packed), wanted);
      if (entry >= 0) {
        place = {page: number, entry};
        says += ` It is there: entry ${entry}${pages.length > 1 ? ' of page ' + number : ''}.`;
        break;
      }
    }
    await this.view.go(place);
    if (place.entry === undefined && !isUnknown && pages.length <= MOST_SEARCHED) {
      says += this.data.note ? ' It was not there at the last checkpoint.' : ' It is not there.';
    }
    this.said.textContent = says;
  }

  packed(number) {
    return this.data.details ? this.data.details[number] : undefined;
  }

  /** Gives the page of the same kind and map that is here with its bytes and stands next in the file. */
  nearest(number) {
    const trees = this.trees;
    const isAlike = other => trees.label(other) === trees.label(number) && trees.nameOf(other) === trees.nameOf(number);
    const here = Object.keys(this.data.details || {}).map(Number).filter(isAlike);
    here.sort((a, b) => Math.abs(a - number) - Math.abs(b - number));
    return here.length ? here[0] : null;
  }

  /** Shows what is selected; where nothing is, the first root. */
  async select(now) {
    const number = now.map === undefined && now.page === undefined ? this.first : now.page;
    const isSame = this.now && this.number === number && (number !== undefined || this.now.map === now.map);
    this.now = now;
    this.number = number;
    if (now.map !== undefined) this.choice.value = now.map;
    this.roots.querySelectorAll('button').forEach(button => {
      const root = Number(button.dataset.page), map = this.trees.mapOf(root);
      button.setAttribute('aria-pressed', root === now.page || map !== undefined && map.name === now.map);
    });
    if (isSame) {
      this.mark();
      return;
    }
    this.path.replaceChildren(make('i', {}, 'path'));
    this.below.replaceChildren();
    if (number === undefined) {
      this.title.textContent = `${now.map}: no entries, and no pages`;
      this.page.replaceChildren();
      return;
    }
    this.trees.path(number).forEach((step, i) => {
      if (i) this.path.append(make('i', {}, '›'));
      this.path.append(make('button', {onclick: () => this.view.go({page: step})}, `page ${step}`));
    });
    this.listBelow(number);
    await this.drawPage();
  }

  listBelow(number) {
    const {data, trees} = this, children = data.children[number];
    if (!children) return;
    const nodes = children.pages.slice(0, MOST_NODES).map((child, i) => {
      const bad = data.damage[child];
      const share = (trees.column('fill', child) || 0) / 1000;
      return make('button', {class: bad ? 'node bad' : 'node', onclick: () => this.view.go({page: child})},
        swatchLine(trees.style(child), `page ${child}`),
        make('small', {}, bad || `${trees.label(child)}, ${count(trees.column('count', child) || 0)}, ${percent(share)} full`),
        children.longs || children.bytes ? make('small', {}, 'from ' + trees.least(number, i)) : null);
    });
    this.below.append(...nodes);
    if (children.pages.length > MOST_NODES) this.below.append(make('small', {}, `${count(children.pages.length - MOST_NODES)} more`));
  }

  /** Draws the page that is selected. */
  async drawPage() {
    const {data, trees} = this, number = this.number, packed = this.packed(number);
    this.shown = null;
    if (packed) {
      const page = await unpack(packed);
      // Another one may have been selected meanwhile.
      if (this.number !== number) return;
      const isOfMap = !trees.isPlain(number);
      this.shown = showPage(page, isOfMap ? trees.nameOf(number) : null, entry => {
        this.marked = entry;
        this.view.adjust({page: number, entry});
      }, target => this.view.go({page: target}));
      this.title.textContent = page.title;
      this.page.replaceChildren(this.shown.element);
      if (page.problem) this.page.prepend(make('p', {class: 'bad'}, 'This page breaks rule ' + page.problem));
      this.marked = undefined;
      this.mark();
      return;
    }
    this.title.textContent = trees.about(number);
    const isPlain = trees.isPlain(number);
    const why = isPlain && trees.label(number) !== 'ring' ? 'What stands in a page that is not in use has no meaning.'
      : `The bytes of this page are not here; octavo page ${data.file} ${number} shows them.`;
    const near = data.children[number] || isPlain ? null : this.nearest(number);
    this.page.replaceChildren(make('p', {class: 'say'}, why, near === null ? null : ' Near it and here is ',
      near === null ? null : linkTo(near, 'page ' + near, target => this.view.go({page: target})), near === null ? null : '.'));
  }

  /** Marks the entry that is selected, unless it was selected by a click on a part of it. */
  mark() {
    if (this.shown && this.now.entry !== undefined && this.now.entry !== this.marked) {
      this.marked = this.now.entry;
      this.shown.mark(this.marked);
    }
  }
}

/** Gives what is looked for in a map: the keys between which it is, and how to know it; a text if the key is none. */
function wantedOf(map, text) {
  const isOfBytes = map.type !== 'longs' && map.type !== 'postings';
  if (isOfBytes) {
    const hex = hexOf(text);
    return hex === null ? 'The key has a bad escape; escapes are \\t \\n \\r \\\\ \\xHH.'
      : {from: hex, to: hex, isKey: key => key === hex};
  }
  const number = /^[+-]?\d+$/.test(text.trim()) ? BigInt(text.trim()) : null;
  if (number === null || BigInt.asIntN(64, number) !== number) return 'The keys of this map are integers of 64 bits.';
  if (map.type === 'longs') {
    return {from: number, to: number, isEntry: text => text.startsWith(number + ' -> ')};
  }
  // The head of a list, and its blocks, which begin as it does.
  const head = orderedHex(number);
  return {from: head, to: head + 'ffff', isKey: key => key.startsWith(head)};
}

/** Gives the first entry of a page that is looked for, -1 if there is none. */
function indexOf(page, wanted) {
  if (wanted.isKey) return (page.keys || []).findIndex(wanted.isKey);
  const entry = partsOf(page).find(part => part.role === 'entry' && wanted.isEntry(part.meaning));
  return entry ? entry.index : -1;
}

function swatchLine(style, text) {
  return make('b', {}, Object.assign(swatch(style), {style: 'display:inline-block;margin-right:6px'}), text);
}

/** Shows one page, of which an entry can be selected. */
async function startPage(page) {
  const title = document.getElementById('title'), main = document.getElementById('main');
  title.textContent = 'Page ' + page.number + (page.owner ? ' of ' + page.owner : '');
  document.getElementById('subtitle').textContent = page.title;
  document.getElementById('nav').remove();
  if (page.problem) main.append(make('section', {class: 'alarms'}, make('h2', {}, 'This page breaks rule ' + page.problem)));
  const element = make('section', {});
  main.append(element);
  const view = new View(({entry}) => ({entry: numberBelow(PAGE_BYTES, entry)}));
  let shown, marked;
  const drawPage = () => {
    shown = showPage(page, page.owner, entry => {
      marked = entry;
      view.adjust({entry});
    }, null);
    element.replaceChildren(shown.element);
  };
  view.panels.push(({entry}) => {
    if (entry !== undefined && entry !== marked) shown.mark(marked = entry);
  });
  isNarrow.addEventListener('change', () => {
    drawPage();
    if (marked !== undefined) shown.mark(marked);
  });
  drawPage();
  await view.show(view.asked());
}

/** Shows a store. */
async function startStore(data) {
  document.getElementById('title').textContent = data.file;
  const subtitle = document.getElementById('subtitle');
  subtitle.textContent = data.stat ? `Octavo store ${data.stat.storeId}, format ${data.stat.formatVersion}` : 'A store that cannot be opened';
  if (data.note) subtitle.textContent += ', ' + data.note;
  const trees = new Trees(data);
  const view = new View(asked => {
    const named = trees.mapNamed(asked.map), wanted = numberBelow(data.allPages, asked.page);
    // The page tells its map; a map alone is shown from its root; an empty one has none.
    const page = wanted !== undefined ? wanted : named && named.root !== null ? named.root : undefined;
    const map = wanted !== undefined ? trees.mapOf(wanted) : named;
    return {
      map: map && map.name, page, entry: wanted === undefined ? undefined : numberBelow(PAGE_BYTES, asked.entry),
      by: BY.includes(asked.by) ? asked.by : undefined, zoom: numberBelow(MOST_ZOOM + 1, asked.zoom)
    };
  });
  if (data.mode === 'inspect') overview(data, trees, view);
  const tiles = new Tiles(data, trees, view, number => browser.open(number));
  const browser = new Browser(data, trees, view);
  document.getElementById('tiles').placeOf = number => tiles.placeOf(number);
  const asked = view.asked();
  await view.show(asked);
  // A reload is left where it was.
  const [how] = performance.getEntriesByType('navigation');
  if (/[#&]page=/.test(location.hash) && how && how.type === 'navigate') browser.section.scrollIntoView();
}

async function start() {
  const data = await unpack(document.getElementById('data').textContent);
  await (data.mode === 'page' ? startPage(data.page) : startStore(data));
  document.documentElement.dataset.ready = 'yes';
}

start();
