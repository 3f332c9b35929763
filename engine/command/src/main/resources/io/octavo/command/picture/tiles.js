// The map of the pages: a tile for each, drawn on a canvas because there are many.

const BY = ['kind', 'map', 'fill', 'age'];
const MOST_ZOOM = 4, MOST_CELL = 64, BOX_HEIGHT = 520;

class Tiles {
  /** @param open called with the page that is clicked */
  constructor(data, trees, view, open) {
    Object.assign(this, {data, trees, view, open});
    this.newest = data.stat ? data.stat.epoch : data.pages.epoch.reduce((most, epoch) => Math.max(most, epoch), 1);
    this.colours = new Map();
    this.ranks = new Map(data.collections.map((one, i) => [one.id, i]));
    this.cursor = 0;
    this.isDark = window.matchMedia('(prefers-color-scheme: dark)');
    const say = {id: 'said', class: 'say', role: 'status'};
    this.say = make('div', say, 'Point at a page, or click it. With the keyboard: arrow keys, and Enter to open.');
    this.legend = make('div', {class: 'legend'});
    const map = {
      id: 'tiles', tabindex: 0, role: 'application', 'aria-roledescription': 'map of pages', 'aria-describedby': 'said',
      'aria-label': `${count(trees.shown.length)} pages of ${data.file}. Arrow keys move, Enter opens a page, plus and minus zoom.`
    };
    this.canvas = make('canvas', map);
    this.inner = make('div', {}, this.canvas);
    this.box = make('div', {class: 'tiles', onscroll: () => this.paint()}, this.inner);
    this.by = make('select', {id: 'by', onchange: () => view.adjust({by: this.by.value})}, ...BY.map(name => make('option', {}, name)));
    this.all = make('button', {id: 'all', onclick: () => view.go({})}, 'all maps');
    const zoom = (id, label, step) => make('button', {id, 'aria-label': label, onclick: () => this.zoomBy(step)}, step < 0 ? '−' : '+');
    const tools = make('div', {class: 'tools'}, make('label', {}, 'colours by', this.by),
      make('span', {}, zoom('zoom-out', 'zoom out', -1), ' ', zoom('zoom-in', 'zoom in', 1)), this.all);
    const beyond = trees.shown.length - data.firstPages;
    const note = data.firstPages < data.allPages
      ? make('p', {class: 'say', id: 'beyond'}, `The first ${count(data.firstPages)} of ${count(data.allPages)} pages are shown`
        + (beyond ? `, and behind them the ${count(beyond)} roots that are further up.` : '.')) : null;
    section('map', 'Pages of the file', tools, this.box, this.legend, this.say, note);
    this.listen();
    view.panels.push(now => this.select(now));
  }

  listen() {
    this.canvas.addEventListener('mousemove', event => {
      const tile = this.at(event);
      if (tile >= 0) this.tell(tile);
    });
    this.canvas.addEventListener('click', event => {
      const tile = this.at(event);
      if (tile >= 0) this.choose(tile);
    });
    this.canvas.addEventListener('keydown', event => this.press(event));
    for (const name of ['focus', 'blur']) this.canvas.addEventListener(name, () => this.paint());
    window.addEventListener('resize', () => this.layOut());
    this.isDark.addEventListener('change', () => {
      this.colours.clear();
      this.paint();
    });
  }

  /** Moves from tile to tile, and opens the page of one. */
  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const far = this.inRow * Math.max(1, Math.floor(this.box.clientHeight / this.cell) - 1);
    const steps = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.inRow, ArrowDown: this.inRow, PageUp: -far, PageDown: far, Home: -Infinity, End: Infinity};
    const step = steps[event.key], zoom = {'+': 1, '=': 1, '-': -1}[event.key], last = this.trees.shown.length - 1;
    if (step) {
      const to = this.cursor + step;
      // A step up or down from the first or last row leads nowhere.
      if (to >= 0 && to <= last || Math.abs(step) > this.inRow) this.cursor = Math.max(0, Math.min(last, to));
      this.tell(this.cursor);
      this.reveal(this.cursor);
      this.paint();
    } else if (zoom) {
      this.zoomBy(zoom);
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.choose(this.cursor);
    } else {
      return;
    }
    event.preventDefault();
  }

  choose(tile) {
    this.cursor = tile;
    this.open(this.trees.shown[tile]);
  }

  tell(tile) {
    this.say.textContent = this.trees.about(this.trees.shown[tile]);
  }

  zoomBy(step) {
    const zoom = Math.max(0, Math.min(MOST_ZOOM, (this.view.now.zoom || 0) + step));
    this.view.adjust({zoom: zoom || undefined});
  }

  /** Shows what is selected. */
  select(now) {
    const before = this.shown || {};
    this.shown = now;
    this.by.value = now.by || this.data.by || 'kind';
    this.all.hidden = now.map === undefined;
    const tile = this.trees.tileOf(now.page);
    if (now.page !== before.page && tile >= 0) this.cursor = tile;
    if (!this.cell || now.zoom !== before.zoom) {
      this.layOut();
    }
    if (tile >= 0 && (now.page !== before.page || now.zoom !== before.zoom)) this.reveal(tile);
    if (now.by !== before.by || now.map !== before.map || !this.legend.hasChildNodes()) this.count();
    this.paint();
  }

  isOfMap(number) {
    const map = this.trees.mapOf(number);
    return map !== undefined && map.name === this.shown.map;
  }

  colour(style) {
    if (!this.colours.has(style)) {
      const probe = draw('svg', {width: 0, height: 0}, draw('rect', {class: style}));
      document.body.append(probe);
      this.colours.set(style, getComputedStyle(probe.firstChild).fill);
      probe.remove();
    }
    return this.colours.get(style);
  }

  /** Gives what the colour of a page stands for: a style, and what it is called. */
  category(number) {
    const trees = this.trees, label = trees.label(number);
    if (this.by.value === 'kind' || trees.isPlain(number) || label === 'damaged' || label === 'other') {
      return [trees.style(number), label];
    }
    if (this.by.value === 'map') {
      const owner = trees.column('owner', number);
      return owner ? ['m-' + (this.ranks.get(owner) || 0) % 10, trees.nameOf(number)] : ['u-meta', 'the store'];
    }
    if (this.by.value === 'fill') {
      const step = Math.max(0, Math.min(9, Math.floor(trees.column('fill', number) / 100)));
      return ['fill-' + step, `${step * 10}-${step * 10 + 10} % full`];
    }
    const step = Math.max(0, Math.min(9, Math.floor(10 * (trees.column('epoch', number) - 1) / Math.max(1, this.newest))));
    return ['age-' + step, step === 9 ? 'newest' : step === 0 ? 'oldest' : `age ${step * 10}-${step * 10 + 10} %`];
  }

  /** Counts the pages of each colour; those of the map, if one is selected. */
  count() {
    const counts = new Map();
    for (const number of this.trees.shown) {
      if (this.shown.map !== undefined && !this.isOfMap(number)) continue;
      const [style, label] = this.category(number);
      const key = style + '\n' + label;
      counts.set(key, {style, label, number, pages: (counts.get(key) || {pages: 0}).pages + 1});
    }
    const all = [...counts];
    if (this.by.value === 'fill' || this.by.value === 'age') all.sort((a, b) => a[0] < b[0] ? -1 : 1);
    const items = all.slice(0, 40).map(([, {style, label, number, pages}]) => {
      const map = this.by.value === 'map' ? this.trees.mapOf(number) : undefined;
      const says = `${label} ${count(pages)}`;
      return make('span', {}, swatch(style), map === undefined ? says
        : make('button', {class: 'link', onclick: () => this.view.go({map: map.name})}, says));
    });
    this.legend.replaceChildren(...this.shown.map === undefined ? [] : [make('b', {}, this.shown.map)], ...items);
  }

  /** Gives each tile its place: large ones where there are few, so that a small store can be hit by a finger. */
  layOut() {
    const tiles = this.trees.shown.length;
    for (const overflow of ['hidden', 'scroll']) {
      this.box.style.overflowY = overflow;
      const width = this.box.clientWidth || 800;
      const least = Math.max(4, Math.min(22, Math.floor(Math.sqrt(width * BOX_HEIGHT / tiles))));
      this.cell = Math.min(MOST_CELL, width, least * 2 ** (this.view.now.zoom || 0));
      this.inRow = Math.max(1, Math.floor(width / this.cell));
      this.height = Math.ceil(tiles / this.inRow) * this.cell;
      if (this.height <= BOX_HEIGHT) break;
    }
    // A canvas has a greatest size, so that only what is in sight is drawn.
    this.box.style.height = Math.min(BOX_HEIGHT, this.height) + 'px';
    this.inner.style.height = this.height + 'px';
    this.paint();
  }

  paint() {
    const {canvas, cell, inRow} = this, shown = this.trees.shown;
    if (!cell) return;
    const width = this.box.clientWidth, height = this.box.clientHeight, ratio = window.devicePixelRatio || 1;
    canvas.style.height = height + 'px';
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const context = canvas.getContext('2d'), top = this.box.scrollTop;
    context.scale(ratio, ratio);
    context.translate(0, -top);
    const gap = cell > 6 ? 1.5 : cell > 4 ? 1 : 0.5;
    const first = Math.floor(top / cell) * inRow, end = Math.min(shown.length, Math.ceil((top + height) / cell) * inRow);
    for (let tile = first; tile < end; tile++) {
      const number = shown[tile];
      context.globalAlpha = this.shown.map === undefined || this.isOfMap(number) ? 1 : 0.25;
      context.fillStyle = this.colour(this.category(number)[0]);
      context.fillRect(tile % inRow * cell, Math.floor(tile / inRow) * cell, cell - gap, cell - gap);
    }
    context.globalAlpha = 1;
    const css = getComputedStyle(canvas);
    this.frame(context, this.trees.tileOf(this.shown.page), css.color, gap);
    if (document.activeElement === canvas) this.frame(context, this.cursor, css.outlineColor, gap);
  }

  frame(context, tile, colour, gap) {
    if (tile < 0) return;
    context.strokeStyle = colour;
    context.lineWidth = 2;
    const size = this.cell - gap;
    context.strokeRect(tile % this.inRow * this.cell, Math.floor(tile / this.inRow) * this.cell, size, size);
  }

  /** Scrolls a tile into sight. */
  reveal(tile) {
    const y = Math.floor(tile / this.inRow) * this.cell, height = this.box.clientHeight;
    if (y < this.box.scrollTop || y + this.cell > this.box.scrollTop + height) {
      this.box.scrollTop = y - Math.floor(height / 2);
    }
  }

  at(event) {
    const box = this.canvas.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / this.cell);
    const tile = Math.floor((event.clientY - box.top + this.box.scrollTop) / this.cell) * this.inRow + column;
    return column >= 0 && column < this.inRow && tile >= 0 && tile < this.trees.shown.length ? tile : -1;
  }

  /** Gives the middle of the tile of a page in the window. */
  placeOf(number) {
    const tile = this.trees.tileOf(number), box = this.canvas.getBoundingClientRect();
    return {
      clientX: box.left + (tile % this.inRow + 0.5) * this.cell,
      clientY: box.top - this.box.scrollTop + (Math.floor(tile / this.inRow) + 0.5) * this.cell
    };
  }
}
