// A series as a band on a canvas: least to greatest value of each column of pixels, and a line of the means.

const SHADES = 24, EASE_MILLIS = 60, LEAST_BAND = 2, ALONE = 3, DOT = 2, LABEL_HEIGHT = 14, LABEL_MARGIN = 5;

const scales = {
  linear: value => value,
  // As far above 0 as below it.
  log: value => Math.sign(value) * Math.log10(1 + Math.abs(value))
};
const inverses = new Map([[scales.linear, at => at], [scales.log, at => Math.sign(at) * (10 ** Math.abs(at) - 1)]]);
const POWERS = Array.from({length: 20}, (none, i) => 10 ** i);

/** Gives the multiples of a step from low to high, 99 at most. */
function multiples(low, high, step) {
  const first = Math.ceil(low / step), length = Math.max(0, Math.min(99, Math.floor(high / step) - first + 1));
  return Array.from({length}, (none, i) => (first + i) * step || 0);
}

/** The windows of a sight, side by side, and the columns of pixels made of them. */
class Columns {
  constructor() {
    this.width = 0;
    this.windows = new Tile(new Float64Array(4 * TILE));
    this.size = 0;
  }

  room(windows, width) {
    if (this.windows.count.length < windows) {
      this.windows = {};
      for (const name of ['count', 'mean', 'least', 'greatest']) this.windows[name] = new Float64Array(windows);
    }
    if (this.width !== width) {
      this.width = width;
      for (const name of ['density', 'mean', 'least', 'greatest']) this[name] = new Float64Array(width);
    }
  }

  /**
   * Gathers the windows of tiles; in place of those that are missing, parts of coarser ones.
   *
   * @param before how many tiles to the left of the sight are needed too
   * @return the indexes of the tiles that are missing or old
   */
  gather(windows, series, sight, width, level, before) {
    const span = 1n << (BigInt(level) + TILE_SHIFT), first = floorDiv(sight.left, span) - BigInt(before);
    this.level = level;
    this.first = first;
    this.span = 2 ** level;
    this.offset = Number(sight.left - first * span) + sight.part;
    const tiles = Math.max(1, Math.ceil((this.offset + width * sight.scale) / (TILE * this.span)));
    this.size = tiles * TILE;
    this.room(this.size, width);
    const missing = [];
    for (let i = 0; i < tiles; i++) {
      const index = first + BigInt(i), tile = windows.get(series, level, index);
      if (tile) {
        for (const name of ['count', 'mean', 'least', 'greatest']) this.windows[name].set(tile[name], i * TILE);
      } else {
        this.stretch(windows, series, level, index, i * TILE);
      }
      if (i >= before && (!tile || windows.isOld(tile))) missing.push(index);
    }
    this.compute(sight, width);
    return missing;
  }

  /** Fills the place of a tile from a coarser one, if there is any. */
  stretch(windows, series, level, index, at) {
    const into = this.windows;
    for (let up = 1; level + up <= MOST_LEVEL; up++) {
      const tile = windows.get(series, level + up, index >> BigInt(up));
      if (!tile) continue;
      const part = 2 ** up, begin = Number(BigInt.asUintN(up, index)) / part * TILE;
      for (let i = 0; i < TILE; i++) {
        const from = Math.floor(begin + i / part);
        into.count[at + i] = tile.count[from] / part;
        into.mean[at + i] = tile.mean[from];
        into.least[at + i] = tile.least[from];
        into.greatest[at + i] = tile.greatest[from];
      }
      return;
    }
    into.count.fill(0, at, at + TILE);
  }

  /** Gives the time at which a window begins. */
  time(index) {
    return (this.first * BigInt(TILE) + BigInt(index)) * BigInt(this.span);
  }

  /** Gives the times of the window with the longest of the events that last until under a pixel; undefined if there is none. */
  longestAt(sight, x) {
    const {count, greatest} = this.windows, at = this.offset + x * sight.scale;
    let best = -1;
    for (let i = 0; i * this.span <= at + sight.scale && i < this.size; i++) {
      const end = Math.max((i + 1) * this.span, i * this.span + greatest[i]);
      if (count[i] && end > at && !(best >= 0 && greatest[best] >= greatest[i])) best = i;
    }
    return best < 0 ? undefined : [this.time(best), this.time(best + 1) - 1n];
  }

  /** Makes a column of the windows that are under it, in part or as a whole. */
  compute(sight, width) {
    const {count, mean, least, greatest} = this.windows, step = sight.scale / this.span, begin = this.offset / this.span;
    let low = Infinity, high = -Infinity, most = 0;
    for (let x = 0; x < width; x++) {
      const from = Math.floor(begin + x * step), to = Math.max(from + 1, Math.ceil(begin + (x + 1) * step));
      let entries = 0, sum = 0, bottom = Infinity, top = -Infinity;
      for (let i = from; i < to && i < this.size; i++) {
        if (!count[i]) continue;
        entries += count[i];
        sum += count[i] * mean[i];
        if (least[i] < bottom) bottom = least[i];
        if (greatest[i] > top) top = greatest[i];
      }
      const density = entries / (to - from);
      this.density[x] = density;
      this.mean[x] = sum / entries;
      this.least[x] = bottom;
      this.greatest[x] = top;
      if (entries) {
        if (density > most) most = density;
        if (bottom < low) low = bottom;
        if (top > high) high = top;
      }
    }
    this.low = low;
    this.high = high;
    this.most = most;
  }
}

/** Gives the four bytes of a pixel of a colour, as an array of 32 bits has them. */
function pixel([red, green, blue]) {
  return (255 << 24 | blue << 16 | green << 8 | red) >>> 0;
}

/** The colours of a band, as text and as pixels. */
class Colours extends Palette {
  constructor() {
    super('panel', 'line', 'band', 'mean', 'ink', 'dim');
    const {panel, line, band, mean} = this.rgb;
    this.panelPixel = pixel(panel);
    this.linePixel = pixel(mix(panel, line, 0.8));
    this.zeroPixel = pixel(mix(panel, this.rgb.dim, 0.6));
    this.meanPixel = pixel(mean);
    this.shades = Array.from({length: SHADES}, (none, i) => pixel(mix(panel, band, 0.3 + 0.7 * i / (SHADES - 1))));
  }
}

/** A canvas with the band of a series. */
class Band {
  constructor(number, series, attributes) {
    Object.assign(this, {number, series});
    this.columns = new Columns();
    this.canvas = make('canvas', attributes);
    this.axis = make('canvas', {class: 'values', 'aria-hidden': 'true'});
    this.base = make('small', {});
    this.pointed = make('span', {});
    this.labelWidth = 0;
    this.isFresh = true;
  }

  /** Gives the canvas a size; one of width 0 takes no memory. */
  size(width, height) {
    if (this.canvas.width === width && this.canvas.height === height) return;
    this.canvas.width = width;
    this.canvas.height = height;
    this.context = width ? this.canvas.getContext('2d', {alpha: false, willReadFrequently: true}) : null;
    this.image = width ? this.context.createImageData(width, height) : null;
    this.pixels = width ? new Uint32Array(this.image.data.buffer) : null;
    if (!width) this.axis.width = 0;
  }

  /** Moves the range of values towards that of the columns; gives whether there is more to move. */
  ease(millis, scale) {
    const {columns} = this;
    if (columns.low > columns.high) return false;
    let low = scale(columns.low), high = scale(columns.high);
    const margin = high > low ? (high - low) * 0.04 : Math.max(1, Math.abs(high) * 0.01);
    low -= margin;
    high += margin;
    const share = this.isFresh || this.scale !== scale ? 1 : 1 - Math.exp(-millis / EASE_MILLIS);
    this.isFresh = false;
    this.scale = scale;
    this.low += (low - this.low) * share;
    this.high += (high - this.high) * share;
    const isThere = share === 1 || Math.abs(low - this.low) + Math.abs(high - this.high) < (high - low) / 1000;
    if (isThere) Object.assign(this, {low, high});
    return !isThere;
  }

  /** Gives the row of pixels of a value that is scaled. */
  row(scaled) {
    const last = this.canvas.height - 1, row = Math.round(last - (scaled - this.low) / (this.high - this.low) * last);
    return row < 0 ? 0 : row > last ? last : row;
  }

  /** @param gutter how wide the axis of values is, in pixels of CSS; 0 if there is none */
  paint(colours, marks, sight, ratio, gutter) {
    const {pixels, columns} = this, width = this.canvas.width, height = this.canvas.height;
    pixels.fill(colours.panelPixel);
    if (this.low === undefined) return this.context.putImageData(this.image, 0, 0);
    const values = gutter ? this.valueMarks(Math.floor(height / (LABEL_HEIGHT * ratio))) : [];
    for (const mark of values) {
      const from = this.row(mark.at) * width;
      pixels.fill(mark.at ? colours.linePixel : colours.zeroPixel, from, from + width);
    }
    for (const mark of marks) {
      const x = Math.round(sight.xOf(mark.time));
      if (x >= 0 && x < width) for (let at = x; at < pixels.length; at += width) pixels[at] = colours.linePixel;
    }
    this.paintColumns(colours, width, height);
    if (this.series.events) this.paintEvents(colours, sight, width, height);
    this.context.putImageData(this.image, 0, 0);
    if (gutter) this.label(values, colours, ratio, gutter);
  }

  paintColumns(colours, width, height) {
    const {pixels, columns, scale} = this, {density, mean, least, greatest} = columns;
    const shade = (SHADES - 1) / Math.log1p(columns.most), isEvents = this.series.events;
    let before = -1, begin = -1;
    for (let x = 0; x < width; x++) {
      if (!density[x]) {
        before = begin = -1;
        continue;
      }
      let top = this.row(scale(greatest[x])), bottom = this.row(scale(least[x])) + 1;
      if (bottom - top < LEAST_BAND) {
        top = Math.max(0, Math.min(top, height - LEAST_BAND));
        bottom = top + LEAST_BAND;
      }
      const colour = colours.shades[Math.round(Math.log1p(density[x]) * shade)];
      for (let at = top * width + x, end = bottom * width; at < end; at += width) pixels[at] = colour;
      if (isEvents) continue;
      const row = this.row(scale(mean[x])), from = before < 0 ? row : before;
      for (let at = Math.min(from, row); at <= Math.max(from, row); at++) pixels[at * width + x] = colours.meanPixel;
      if (before < 0) begin = x;
      before = row;
      if (x - begin < ALONE && !(x + 1 < width && density[x + 1])) this.dot((begin + x) >> 1, row, colours.meanPixel, width, height);
    }
  }

  /** Draws what stands alone, so that it is seen. */
  dot(x, row, colour, width, height) {
    for (let y = Math.max(0, row - DOT); y <= Math.min(height - 1, row + DOT); y++) {
      this.pixels.fill(colour, y * width + Math.max(0, x - DOT), y * width + Math.min(width, x + DOT + 1));
    }
  }

  /** Draws the longest event that begins in each window, as long as it is. */
  paintEvents(colours, sight, width, height) {
    const {columns, pixels, scale} = this, {count, greatest} = columns.windows;
    for (let i = 0; i < columns.size; i++) {
      if (!count[i]) continue;
      const x = Math.round((i * columns.span - columns.offset) / sight.scale);
      const from = Math.max(0, x), to = Math.min(width, Math.max(x + 1, Math.round(x + greatest[i] / sight.scale)));
      if (from >= to) continue;
      const row = Math.min(this.row(scale(greatest[i])), height - 2);
      pixels.fill(colours.meanPixel, row * width + from, row * width + to);
      pixels.fill(colours.meanPixel, (row + 1) * width + from, (row + 1) * width + to);
    }
  }

  /**
   * Gives the marks of the axis of values: where they are, scaled, and their text. There are three at least.
   *
   * @param most how many labels there is room for
   */
  valueMarks(most) {
    const {low, high, series, scale} = this, unit = 10 ** series.places;
    const text = (value, step) => series.events ? durationText(value, series.unit, step) : numberText(value / unit, step / unit);
    let marks;
    for (const {values, step, apart} of this.candidates(most)) {
      marks = [];
      for (const value of values) {
        const at = scale(value);
        if (at >= low && at <= high && !(at - marks.at(-1)?.at < apart)) marks.push({at, text: text(value, step || Math.abs(value) || 1)});
      }
      if (marks.length >= LEAST_LABELS) break;
    }
    return marks;
  }

  /** Gives values to mark, those that read best first, and how far apart they are to be. */
  *candidates(most) {
    const {low, high, series, scale} = this, nice = series.events ? number => niceDuration(number, series.unit) : niceAbove;
    const wanted = Math.max(2, Math.floor(most / 3)), loose = (high - low) / wanted, tight = 0.9 * (high - low) / most;
    if (scale === scales.log) {
      const powers = series.events ? durationsOf(series.unit) : POWERS;
      const signed = numbers => [...numbers.map(one => -one).reverse(), 0, ...numbers];
      for (const apart of [loose, tight]) yield {values: signed(powers), apart};
      yield {values: signed(powers.flatMap(one => [one, 3 * one])), apart: tight};
    }
    const [from, to] = [low, high].map(inverses.get(scale));
    for (let step = nice((to - from) / wanted), i = 0; i < 5; step = nice(step * 0.39), i++) yield {values: multiples(from, to, step), step, apart: tight};
  }

  /** Draws the axis of values, and says where it does not begin at 0. */
  label(values, colours, ratio, gutter) {
    const {axis, canvas, base} = this, context = axis.getContext('2d', {alpha: false}), room = (gutter - 2 * LABEL_MARGIN) * ratio;
    if (axis.height !== canvas.height || axis.width !== gutter * ratio) Object.assign(axis, {width: gutter * ratio, height: canvas.height});
    context.fillStyle = colours.panel;
    context.fillRect(0, 0, axis.width, axis.height);
    context.font = `${11 * ratio}px system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif`;
    context.textBaseline = 'middle';
    context.textAlign = 'right';
    context.fillStyle = colours.ink;
    const half = LABEL_HEIGHT / 2 * ratio;
    for (const {at, text} of values) {
      context.fillText(text, axis.width - LABEL_MARGIN * ratio, Math.max(half, Math.min(canvas.height - half, this.row(at))), room);
    }
    this.labelWidth = Math.max(0, ...values.map(({text}) => context.measureText(text).width / ratio)) + 2 * LABEL_MARGIN;
    setText(base, this.low > 0 || this.high < 0 ? 'axis not from 0' : '');
  }

  /** Says what the series has under the cursor, by figures as text; without figures, nothing. */
  read(figures) {
    const {series, pointed} = this, {count = '0', least, greatest, mean} = figures || {};
    if (count === '0') return setText(pointed, !figures ? '' : series.events ? 'no event begins' : 'no entries');
    const text = value => series.events ? durationText(Number(value), series.unit, Math.max(1, Number(value) / 1000)) : value;
    const middle = series.events ? text(mean) : placesText(Number(mean), Math.min(20, series.places + 2));
    setText(pointed, least === greatest ? text(least) : `${text(least)} to ${text(greatest)}, mean ${middle}`);
  }
}

/** Gives the durations to mark on a logarithmic axis, in a unit: tenfold ones of the units that durations are written in. */
function durationsOf(unit) {
  const nanos = DURATIONS.flatMap(([size], i) => POWERS.map(power => power * size).filter(one => !i || one < DURATIONS[i - 1][0]));
  return nanos.sort((a, b) => a - b).map(one => one / Number(NANOS_OF[unit])).filter(one => one >= 1);
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
