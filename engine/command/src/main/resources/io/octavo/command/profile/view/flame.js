// The flame graph on a canvas, and what a reader does with it.

const ROW = 19, LEAST_TEXT = 26, FLAMES = 8, FADED = 0.6, SHADES = 12;

/** Gives the end of a name that tells most: the class and the method of a qualified name. */
function shortName(name) {
  const parts = name.split('(')[0].split(/[./]/);
  return parts.length > 2 && parts.every(part => part) ? parts.slice(-2).join('.') : name;
}

/** Gives a number that names of a package share. */
function hashOf(name) {
  const parts = name.split('(')[0].split(/::|[./]/), text = parts.length > 2 ? parts.slice(0, -2).join('.') : parts[0];
  let hash = 7;
  for (let i = 0; i < text.length; i++) hash = hash * 31 + text.charCodeAt(i) | 0;
  return hash >>> 0;
}

/** The colours of frames. */
class FlameColours extends Palette {
  constructor() {
    const flames = Array.from({length: FLAMES}, (none, i) => 'flame-' + i);
    super('panel', 'line', 'band', 'ink', 'dim', 'found', 'all', 'less', 'same', 'more', 'accent', ...flames);
    const text = rgb => `rgb(${rgb.join()})`, {panel, less, same, more} = this.rgb;
    this.flames = flames.map(name => this[name]);
    this.faded = flames.map(name => text(mix(this.rgb[name], panel, FADED)));
    const shades = ends => Array.from({length: SHADES + 1}, (none, i) => ends(i / SHADES));
    // The colours of the ranges: less is more in the second one.
    this.lesser = shades(share => text(mix(same, less, share)));
    this.greater = shades(share => text(mix(same, more, share)));
  }

  /** Gives the colour of a change from -1 to 1. */
  ofChange(change) {
    const shade = Math.min(SHADES, Math.round(Math.abs(change) * SHADES));
    return change < 0 ? this.lesser[shade] : this.greater[shade];
  }
}

class Flame {
  constructor(page) {
    this.page = page;
    this.canvas = make('canvas', {
      id: 'flame', tabindex: 0, role: 'application', 'aria-roledescription': 'flame graph', 'aria-describedby': 'said',
      'aria-label': 'Flame graph. Arrow keys move through frames, Enter zooms into a frame, Escape goes back, f shows only stacks with the symbol of the frame, '
        + 'slash searches.'
    });
    this.inner = make('div', {class: 'flame-inner'}, this.canvas);
    this.box = make('div', {class: 'flame-box', onscroll: () => this.paint()}, this.inner);
    this.rows = [];
    this.widths = new Map();
    const {canvas} = this;
    canvas.addEventListener('pointermove', event => this.point(this.at(event)));
    canvas.addEventListener('pointerleave', () => this.point(null));
    canvas.addEventListener('click', event => this.click(event));
    canvas.addEventListener('keydown', event => this.press(event));
    canvas.addEventListener('focus', () => this.page.paint());
  }

  layOut() {
    this.ratio = window.devicePixelRatio || 1;
    const width = Math.max(1, Math.round(this.box.clientWidth * this.ratio)), height = Math.round(this.box.clientHeight * this.ratio);
    if (this.canvas.width === width && this.canvas.height === height) return false;
    this.canvas.width = width;
    this.canvas.height = height;
    this.canvas.style.height = this.box.clientHeight + 'px';
    this.widths.clear();
    return true;
  }

  get width() {
    return this.canvas.width;
  }

  /** Takes frames in the order of their rows and places. */
  show(frames, depth) {
    const path = this.cursor && this.cursor.path().join();
    this.rows = [];
    this.depth = depth;
    for (const frame of frames) (this.rows[frame.row] ||= []).push(frame);
    this.cursor = path === undefined || path === null ? null : frames.find(frame => frame.path().length === path.split(',').length
      && frame.path().join() === path) || (path === '' ? frames[0] : null);
    this.pointed = null;
    this.inner.style.height = Math.max(this.rows.length * ROW, 1) + 'px';
  }

  /** Gives the frame at a place of the canvas. */
  at(event) {
    const box = this.canvas.getBoundingClientRect(), x = (event.clientX - box.left) * this.ratio;
    const row = this.rows[Math.floor((event.clientY - box.top + this.box.scrollTop) / ROW)] || [];
    let low = 0, high = row.length;
    while (low < high) {
      const middle = low + high >> 1;
      if (row[middle].left <= x) low = middle + 1;
      else high = middle;
    }
    const frame = row[low - 1];
    return frame && x < frame.left + Math.max(1, frame.width) ? frame : null;
  }

  point(frame) {
    if (frame === this.pointed) return;
    this.pointed = frame;
    this.paint();
    this.page.tell(frame || this.cursor);
  }

  click(event) {
    const frame = this.at(event);
    if (!frame) return;
    this.cursor = frame;
    this.page.zoom(frame.path());
  }

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const {cursor, page} = this;
    if (event.key.startsWith('Arrow')) {
      this.move(event.key.slice(5));
    } else if (event.key === 'Enter' || event.key === ' ') {
      if (cursor) page.zoom(cursor.path());
    } else if (event.key === 'Escape') {
      page.back();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves the cursor to the widest frame below, the one above, or the next one of the row. */
  move(way) {
    const {cursor, rows} = this;
    if (!cursor) {
      this.cursor = rows[this.depth] && rows[this.depth][0];
    } else if (way === 'Up') {
      this.cursor = cursor.above || cursor;
    } else if (way === 'Down') {
      const below = (rows[cursor.row + 1] || []).filter(frame => frame.above === cursor);
      this.cursor = below.reduce((best, frame) => frame.width > best.width ? frame : best, below[0] || cursor);
    } else {
      const row = rows[cursor.row];
      this.cursor = row[row.indexOf(cursor) + (way === 'Left' ? -1 : 1)] || cursor;
    }
    if (!this.cursor) return;
    const top = this.cursor.row * ROW, {scrollTop, clientHeight} = this.box;
    if (top < scrollTop || top + ROW > scrollTop + clientHeight) this.box.scrollTop = top - clientHeight / 2;
    this.paint();
    this.page.tell(this.cursor);
  }

  paint() {
    const {canvas, rows, ratio, page} = this, {colours} = page;
    if (!colours) return;
    const context = canvas.getContext('2d', {alpha: false}), top = this.box.scrollTop;
    context.fillStyle = colours.panel;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.font = `${12 * ratio}px system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif`;
    context.textBaseline = 'middle';
    const last = Math.min(rows.length - 1, Math.floor((top + canvas.height / ratio) / ROW));
    for (let row = Math.floor(top / ROW); row <= last; row++) {
      const y = Math.round((row * ROW - top) * ratio), height = Math.round((ROW - 1) * ratio);
      for (const frame of rows[row]) this.paintFrame(context, frame, y, height);
    }
    for (const frame of [this.pointed, document.activeElement === canvas ? this.cursor : null]) {
      if (!frame) continue;
      context.strokeStyle = colours.ink;
      context.lineWidth = 2 * ratio;
      context.strokeRect(frame.left + ratio, (frame.row * ROW - top) * ratio + ratio, Math.max(1, frame.width - 2 * ratio), (ROW - 3) * ratio);
    }
  }

  paintFrame(context, frame, y, height) {
    const {page, ratio} = this, {left, width} = frame, isWide = width > 3 * ratio;
    context.fillStyle = this.colourOf(frame);
    context.fillRect(left, y, Math.max(1, isWide ? width - ratio : width), height);
    if (width < LEAST_TEXT * ratio) return;
    const text = this.fit(context, frame.above ? page.stacks.names[frame.symbol] : page.wholeName, width - 9 * ratio);
    if (!text) return;
    context.fillStyle = page.colours.ink;
    context.fillText(text, Math.round(left + 4 * ratio), Math.round(y + height / 2 + ratio / 2));
  }

  colourOf(frame) {
    const {page} = this, {colours, found, shown} = page;
    if (!frame.above) return colours.all;
    if (found && found.isFound[frame.symbol]) return colours.found;
    if (shown.other) return colours.ofChange(shown.change(frame.total, frame.otherTotal));
    const flame = page.hashes[frame.symbol] % FLAMES;
    return found || frame.row < this.depth ? colours.faded[flame] : colours.flames[flame];
  }

  /** Gives as much of a name as there is room for. */
  fit(context, name, room) {
    const widthOf = text => {
      if (!this.widths.has(text)) this.widths.set(text, context.measureText(text).width);
      return this.widths.get(text);
    };
    if (widthOf(name) <= room) return name;
    const short = shortName(name), wide = widthOf(short);
    if (wide <= room) return short;
    const letters = Math.floor(short.length * (room - widthOf('…')) / wide);
    return letters > 1 ? short.slice(0, letters) + '…' : '';
  }
}
