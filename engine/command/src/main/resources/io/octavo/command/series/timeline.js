// Series below each other along one axis of times. A frame is drawn from the windows that are there, and waits for none.

const OVERVIEW_HEIGHT = 48, LEAST_GUTTER = 48, MOST_GUTTER = 128, LEAST_LANE = 80, MOST_LANE = 560, ZOOM_MILLIS = 45;
const AHEAD_MILLIS = [120, 260, 400], STEPS_AHEAD = 4, RESTS_MILLIS = 250, NEXT_IN_SIGHT = 1;
const FOLLOW_MILLIS = 120, POINT = 'Point at a series, or step along it with comma and full stop.';
const QUANTILES = ['0.5', '0.9', '0.99', '0.999'];

class Timeline {
  constructor(data, windows, source) {
    Object.assign(this, {source, clock: new Clock(data.time)});
    this.windows = windows || new Windows(source, keys => this.arrive(keys), e => this.fail(e));
    this.isDark = matchMedia('(prefers-color-scheme: dark)');
    this.isStill = matchMedia('(prefers-reduced-motion: reduce)');
    this.ratio = window.devicePixelRatio || 1;
    this.gutter = LEAST_GUTTER;
    this.know(data);
    this.build();
    this.layOut();
    this.sight = this.asked() || this.whole();
    this.isWhole = this.sight.equals(this.whole());
    if (!source.isEmbedded) {
      this.follow = new Follow(this);
      this.log.parentElement.before(this.follow.button);
      this.range.before(this.follow.state);
    }
    this.hand = new Hand(this);
    this.listen();
    this.paint();
  }

  /** Takes what the server says of the series. */
  know(data) {
    const filled = data.series.filter(one => one.first !== null);
    this.data = data;
    this.series = data.series.map(one => ({...one, unit: data.time, events: one.events && !!NANOS_OF[data.time]}));
    this.isEmpty = !filled.length;
    this.first = filled.map(one => BigInt(one.first)).reduce((a, b) => a < b ? a : b, filled.length ? BigInt(filled[0].first) : 0n);
    this.last = filled.map(one => BigInt(one.last)).reduce((a, b) => a > b ? a : b, filled.length ? BigInt(filled[0].last) : 0n);
  }

  build() {
    const {data} = this;
    document.getElementById('nav').remove();
    document.getElementById('title').textContent = data.file;
    this.subtitle = document.getElementById('subtitle');
    const button = (id, label, text, action) => make('button', {id, 'aria-label': label, title: label, onclick: action}, text);
    this.range = make('output', {id: 'range'});
    this.log = make('input', {id: 'log', type: 'checkbox', onchange: () => this.paint()});
    this.log.checked = this.series.some(one => one.events);
    const tools = make('div', {class: 'tools'},
      make('span', {}, button('zoom-out', 'zoom out', '−', () => this.zoom(KEY_ZOOM, this.width / 2)), ' ',
        button('zoom-in', 'zoom in', '+', () => this.zoom(1 / KEY_ZOOM, this.width / 2))),
      button('whole', 'show the whole range', 'whole range', () => this.go(this.whole())),
      button('zoom-selection', 'show the selection', 'selection', () => this.showSelection()),
      make('label', {}, this.log, 'logarithmic'), this.range);
    this.brush = make('div', {class: 'brush'});
    const about = {'aria-hidden': 'true'};
    this.all = new Band(0, this.series[0], about);
    this.overview = make('div', {class: 'overview', id: 'overview'}, this.all.canvas, this.brush);
    this.axis = new TimeAxis(this.clock);
    this.cursor = make('div', {class: 'cursor', hidden: ''});
    this.selection = make('div', {class: 'selection', hidden: ''});
    this.bands = this.series.map((series, number) => new Band(number, series, {
      tabindex: 0, role: 'application', 'aria-roledescription': 'chart of a series', 'aria-describedby': 'said',
      onfocus: () => this.activate(this.bands[number])
    }));
    const lanes = this.bands.map((band, number) =>
      make('div', {class: 'lane', 'data-number': number}, make('h2', {}, band.series.name, band.base, band.pointed), band.axis, band.canvas));
    this.lanes = make('div', {class: 'lanes', id: 'lanes'}, make('div', {class: 'times'}, this.axis.canvas), ...lanes, this.selection, this.cursor);
    this.said = make('div', {class: 'say', id: 'said', role: 'status'}, this.isEmpty ? 'There are no entries.' : POINT);
    this.table = make('div', {id: 'figures', 'aria-live': 'polite'});
    this.failure = make('div', {class: 'failed', role: 'alert'});
    const key = text => make('kbd', {}, text);
    const keys = make('p', {class: 'keys'}, 'Drag to move, turn the wheel to zoom, click for quantiles, hold Shift and drag to select. Keys: ',
      key('Tab'), ' series, ', key('←'), ' ', key('→'), ' move, ', key('+'), ' ', key('−'), ' zoom, ', key('Home'), ' ', key('End'),
      ' ends, ', key('0'), ' whole range, ', key(','), ' ', key('.'), ' cursor, with ', key('Shift'), ' selection, ',
      key('Enter'), ' quantiles, ', key('Esc'), ' clear the selection.');
    this.finest = make('p', {class: 'keys', id: 'finest'});
    const main = document.getElementById('main');
    main.replaceChildren(tools, this.overview, this.lanes, make('div', {class: 'told'}, this.failure, this.said, this.table), keys, this.finest);
    this.active = this.bands[0];
    this.entitle();
  }

  entitle() {
    const entries = this.series.reduce((sum, one) => sum + BigInt(one.entries), 0n);
    this.subtitle.textContent = `${count(this.series.length)} series, ${entries.toLocaleString('en-US')} entries, `
      + `as of commit ${BigInt(this.data.sequence).toLocaleString('en-US')}`;
    this.bands.forEach(({canvas, series}) => canvas.setAttribute('aria-label', `${series.name}, ${count(series.entries)} `
      + `${series.events ? 'events' : 'entries'}. Arrow keys move, plus and minus zoom, comma and full stop move the cursor, Enter tells quantiles.`));
    if (this.source.isEmbedded) {
      const width = 1n << BigInt(this.source.finest);
      this.finest.textContent = `The shortest windows of this page are ${this.clock.spanText(width)} long`
        + `${width > 1n ? '; octavo series view ' + this.data.file + ' shows shorter ones' : ''}.`;
    }
  }

  listen() {
    window.addEventListener('resize', () => this.resize());
    window.addEventListener('scroll', () => this.paint());
    window.addEventListener('hashchange', () => this.go(this.asked() || this.sight));
    this.isDark.addEventListener('change', () => {
      this.colours = null;
      this.isWholeDrawn = false;
      this.paint();
    });
  }

  /** Gives the range that the address asks for. */
  asked() {
    const fields = new URLSearchParams(location.hash.slice(1)), from = fields.get('from'), to = fields.get('to'), last = fields.get('last');
    if (/^\d{1,19}$/.test(last)) return this.clamped(Sight.of(this.last - BigInt(last) + 1n, this.last, this.width));
    if (!/^-?\d{1,19}$/.test(from) || !/^-?\d{1,19}$/.test(to) || BigInt(to) < BigInt(from)) return null;
    return this.clamped(Sight.of(BigInt(from), BigInt(to), this.width));
  }

  layOut() {
    this.ratio = window.devicePixelRatio || 1;
    document.documentElement.style.setProperty('--gutter', this.gutter + 'px');
    this.width = this.room();
    this.all.canvas.style.height = OVERVIEW_HEIGHT + 'px';
    this.axis.canvas.style.height = AXIS_HEIGHT + 'px';
    // What all but the bands takes, so that a few fill the window.
    const bands = this.bands.reduce((sum, band) => sum + band.canvas.offsetHeight, 0);
    const room = innerHeight - (document.body.offsetHeight - bands) - 2;
    this.laneHeight = Math.max(LEAST_LANE, Math.min(MOST_LANE, Math.floor(room / this.bands.length)));
    for (const band of this.bands) {
      band.canvas.style.height = this.laneHeight + 'px';
      if (band.canvas.width && band.canvas.width !== this.width) band.size(0, 0);
    }
    this.isWholeDrawn = false;
  }

  /** Returns how many pixels there are for data. */
  room() {
    return Math.max(1, Math.round((this.lanes.clientWidth - this.gutter) * this.ratio));
  }

  resize() {
    const {sight, width} = this;
    this.layOut();
    this.show(this.isWhole ? this.whole() : new Sight(sight.left, sight.part, sight.scale * width / this.width));
  }

  whole() {
    return Sight.of(this.first, this.last, this.width);
  }

  /** Gives what is nearest to a sight within the times of the series; a pixel has a time at least. */
  clamped(sight) {
    const whole = this.whole(), least = Math.min(1, whole.scale);
    const scale = Math.max(least, Math.min(whole.scale, sight.scale));
    if (scale === whole.scale) return whole;
    let next = scale === sight.scale ? sight : new Sight(sight.left, sight.part, scale);
    if (next.left < this.first) next = new Sight(this.first, 0, scale);
    const end = this.newest(scale);
    return end.left < next.left || end.left === next.left && end.part < next.part ? end : next;
  }

  /** Returns the sight with the last time at its right edge. */
  newest(scale) {
    return new Sight(this.last + 1n, 0, scale).moved(-scale * this.width);
  }

  /** Shows another range at once. */
  show(sight) {
    this.goal = null;
    this.sight = this.clamped(sight);
    this.paint();
  }

  /** Shows another range because the reader has asked for it. */
  go(sight) {
    const before = this.sight;
    this.show(sight);
    this.heed(before);
  }

  /** Follows no more if the reader has left the right edge, and follows again at it. */
  heed(before) {
    const {sight, width} = this, moved = sight.since(before) + width * (sight.scale - before.scale);
    this.isWhole = sight.equals(this.whole());
    if (moved < -sight.scale / 2) this.follow?.heed(false);
    else if (this.isAtEnd()) this.follow?.heed(true);
  }

  isAtEnd() {
    return this.sight.firstAt(this.width) > this.last;
  }

  toEnd() {
    this.goal = null;
    this.paint();
  }

  /** Moves on to the last time; returns whether there is more to move. */
  pursue(millis) {
    if (!this.follow?.isOn || this.goal) return false;
    const {sight, width} = this, end = this.isWhole ? this.whole() : this.newest(sight.scale);
    const moved = end.since(sight), grown = end.scale - sight.scale;
    const pixels = Math.max(Math.abs(moved), Math.abs(moved + grown * width)) / end.scale;
    const share = pixels < 0.25 || pixels > width || this.isStill.matches ? 1 : 1 - Math.exp(-millis / FOLLOW_MILLIS);
    this.sight = share === 1 ? end : sight.moved(moved * share, sight.scale + grown * share);
    return share < 1;
  }

  /** Multiplies the times of a pixel, around one; by and by, so that the eye follows and the windows come. */
  zoom(factor, x) {
    const scale = (this.goal ? this.goal.scale : this.sight.scale) * factor;
    const least = Math.min(1, this.whole().scale);
    this.goal = {scale: Math.max(least, Math.min(this.whole().scale, scale)), x: Math.max(0, Math.min(this.width, x))};
    if (this.isStill.matches) this.go(this.sight.scaled(this.goal.scale, this.goal.x));
    this.paint();
  }

  approach(millis) {
    const {goal, sight} = this;
    if (!goal) return;
    const ratio = goal.scale / sight.scale, isThere = Math.abs(Math.log(ratio)) < 0.002;
    const scale = isThere ? goal.scale : sight.scale * ratio ** (1 - Math.exp(-millis / ZOOM_MILLIS));
    this.sight = this.clamped(sight.scaled(scale, goal.x));
    this.heed(sight);
    if (isThere) this.goal = null;
  }

  /** Draws the next frame. */
  paint() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(now => {
      this.isDue = false;
      this.frame(now);
    });
  }

  arrive(keys) {
    this.watcher?.arrived(keys);
    if (this.lacking?.size || !this.isWholeDrawn) this.paint();
  }

  fail(e) {
    this.failure.textContent = e instanceof TypeError ? 'The command that serves this page has ended.' : e.message;
  }

  inSight() {
    const top = -this.laneHeight / 2, bottom = innerHeight + this.laneHeight / 2;
    return this.bands.filter(band => {
      const box = band.canvas.parentElement.getBoundingClientRect();
      const isNear = box.bottom > top && box.top < bottom;
      if (!isNear) band.size(0, 0);
      return isNear;
    });
  }

  frame(now) {
    const begun = performance.now(), millis = Math.min(100, now - (this.drawn || now - 16));
    this.drawn = now;
    this.colours ||= new Colours();
    // A scroll bar may have come.
    if (this.room() !== this.width) this.resize();
    this.approach(millis);
    const isBehind = this.pursue(millis);
    const {sight, width, colours, ratio} = this, level = this.levelOf(sight), height = Math.round(this.laneHeight * ratio);
    const marks = this.clock.marks(sight, width), bands = this.inSight();
    const scale = this.log.checked ? scales.log : scales.linear;
    this.lacking = new Set();
    let isMoving = !!this.goal || isBehind;
    for (const band of bands) {
      band.size(width, height);
      const missing = band.columns.gather(this.windows, band.number, sight, width, level, band.series.events ? 1 : 0);
      missing.filter(index => this.isTile(level, index)).forEach(index => this.lacking.add(this.windows.key(band.number, level, index)));
      isMoving = band.ease(this.isStill.matches ? Infinity : millis, scale) || isMoving;
      band.paint(colours, marks, sight, ratio, this.gutter);
    }
    const gutter = Math.min(MOST_GUTTER, 8 * Math.ceil(Math.max(...bands.map(band => band.labelWidth)) / 8));
    if (gutter > this.gutter) {
      const {goal} = this;
      this.gutter = gutter;
      this.resize();
      this.goal = goal;
    }
    this.axis.paint(marks, sight, width, ratio, colours);
    this.paintWhole(scale);
    this.place();
    this.askAhead(bands, now);
    if (isMoving) this.paint();
    this.rest();
    this.watcher?.drew(now, performance.now() - begun, this.lacking);
    if (!this.lacking.size) document.documentElement.dataset.ready = 'yes';
  }

  levelOf(sight) {
    const {finest, coarsest = MOST_LEVEL} = this.source;
    return Math.min(coarsest, Math.max(finest, sight.level()));
  }

  /** Returns whether a tile has times between the first and last one. */
  isTile(level, index) {
    const shift = BigInt(level) + TILE_SHIFT;
    return index >= this.first >> shift && index <= this.last >> shift;
  }

  /** Draws the series that is active as a whole, unless it is drawn. */
  paintWhole(scale) {
    const band = this.all, whole = this.whole(), level = this.levelOf(whole);
    if (this.isWholeDrawn && this.wholeScale === scale) return;
    band.number = this.active.number;
    band.series = this.active.series;
    band.size(this.width, Math.round(OVERVIEW_HEIGHT * this.ratio));
    const missing = band.columns.gather(this.windows, band.number, whole, this.width, level, 0);
    band.isFresh = true;
    band.ease(0, scale);
    band.paint(this.colours, [], whole, this.ratio, 0);
    this.isWholeDrawn = !missing.some(index => this.isTile(level, index));
    this.wholeScale = scale;
  }

  /** Places the brush, the cursor and the selection. */
  place() {
    const {ratio, width} = this, [from, to] = this.brushed();
    const put = (element, left, right) => {
      element.style.transform = `translateX(${left / ratio}px)`;
      element.style.width = Math.max(1, (right - left) / ratio) + 'px';
    };
    put(this.brush, Math.max(0, Math.min(width - 3, from)), Math.max(from + 3, to));
    if (this.selected) {
      const left = Math.max(-1, this.sight.xOf(this.selected.from)), right = Math.min(width + 9, this.sight.xOf(this.selected.to + 1n));
      this.selection.hidden = right < 0 || left > width;
      if (!this.selection.hidden) put(this.selection, left, right);
    } else {
      this.selection.hidden = true;
    }
    if (this.pointed) {
      this.cursor.hidden = false;
      this.cursor.style.transform = `translateX(${this.pointed.x / ratio}px)`;
    } else {
      this.cursor.hidden = true;
    }
  }

  /** Gives from where to where the sight is in the overview. */
  brushed() {
    const whole = this.whole(), {sight, width} = this, from = whole.xOf(sight.left) + sight.part / whole.scale;
    return [from, from + width * sight.scale / whole.scale];
  }

  /** Shows what is between two places of the overview. */
  showWhole(from, to) {
    const whole = this.whole(), scale = whole.scale * (to - from) / this.width;
    this.go(whole.moved(from * whole.scale, Math.max(Math.min(1, whole.scale), scale)));
  }

  /** Asks for what is lacking, what will be soon, the overview, the next step of the zoom, and the neighbours. */
  askAhead(bands, now) {
    const {sight, width} = this, series = bands.map(band => band.number), wanted = [], level = this.levelOf(sight);
    const add = (seen, at, beyond, isInSight, of = series) => {
      const shift = BigInt(at) + TILE_SHIFT, lowest = this.first >> shift, highest = this.last >> shift;
      let from = (seen.left >> shift) - BigInt(beyond), to = (seen.firstAt(width) >> shift) + BigInt(beyond);
      if (from < lowest) from = lowest;
      if (to > highest) to = highest;
      if (from <= to) wanted.push({series: of, level: at, first: from, count: Number(to - from) + 1, isInSight});
    };
    add(sight, level, 0, true);
    if (this.goal) {
      const end = this.clamped(sight.scaled(this.goal.scale, this.goal.x));
      add(end, this.levelOf(end), 0, true);
    }
    const before = this.before, millis = now - this.beforeAt;
    // Frames may be late, and then follow each other at once: nothing can be told from those.
    if (before && millis > 4 && millis < 60 && !before.equals(sight)) {
      for (const ahead of AHEAD_MILLIS) {
        const seen = this.clamped(sight.ahead(before, ahead / millis));
        add(seen, this.levelOf(seen), 0, true);
      }
    }
    this.before = sight;
    this.beforeAt = now;
    const whole = this.whole();
    add(whole, this.levelOf(whole), 0, true, [this.active.number]);
    add(whole, this.levelOf(whole), 0, false);
    const step = factor => {
      const next = this.clamped(sight.scaled(sight.scale * factor, this.cursorX()));
      add(next, this.levelOf(next), 0, false);
    };
    step(0.5);
    step(2);
    add(sight, level, NEXT_IN_SIGHT, false);
    for (let i = 2; i <= STEPS_AHEAD; i++) step(0.5 ** i);
    this.windows.want(wanted);
  }

  /** Does what can wait until nothing moves. */
  rest() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      const {clock, sight, width} = this, from = sight.firstAt(0), end = sight.firstAt(width) - 1n;
      const to = end < this.last ? end : this.last;
      const isWhole = from <= this.first && to >= this.last;
      const hash = isWhole ? '' : this.follow?.isOn ? `#last=${BigInt(Math.round(width * sight.scale))}` : `#from=${from}&to=${end}`;
      if (hash !== location.hash) history.replaceState(null, '', hash || location.pathname + location.search);
      this.range.textContent = `${clock.text(from)} to ${clock.text(to)}: ${clock.spanText(to - from + 1n)}`;
      if (this.pointed) this.tell();
    }, RESTS_MILLIS);
  }

  /** Points at a column of a band, or nowhere. */
  point(band, x) {
    this.pointed = band && x >= 0 && x < this.width ? {band, x} : null;
    this.place();
    if (this.pointed) this.tell();
    else this.bands.forEach(one => one.read());
  }

  cursorX() {
    return this.pointed ? this.pointed.x : Math.floor(this.width / 2);
  }

  activate(band) {
    if (this.active === band) return;
    this.active = band;
    this.isWholeDrawn = false;
    this.paint();
  }

  focusNext(step) {
    const band = this.bands[this.active.number + step];
    if (band) band.canvas.focus();
  }

  /** Moves the cursor by keys, and the end of the selection with it. */
  step(pixels, isSelecting) {
    const before = this.cursorX(), x = Math.max(0, Math.min(this.width - 1, before + pixels));
    if (isSelecting) {
      const begin = this.selected?.by === 'keys' ? this.selected.begin : before;
      this.select(this.active, Math.min(begin, x), Math.max(begin, x));
      Object.assign(this.selected, {by: 'keys', begin});
    }
    this.point(this.active, x);
  }

  /** Selects the times under some columns; without a band, none. */
  select(band, from, to) {
    this.selected = band ? {band, from: this.sight.rangeAt(from)[0], to: this.sight.rangeAt(to)[1]} : null;
    if (!band) this.table.replaceChildren();
    this.place();
  }

  isSelected(x) {
    const [first, last] = this.sight.rangeAt(x), {selected} = this;
    return selected && selected.from !== selected.to && first >= selected.from && last <= selected.to;
  }

  showSelection() {
    if (this.selected) this.go(Sight.of(this.selected.from, this.selected.to, this.width));
  }

  /** Says what is under the cursor, and each band what it has there: at once where it is known, else when the answer comes. */
  async tell() {
    if (!this.pointed || this.isEmpty) return;
    const {band, x} = this.pointed, asked = `${band.number} ${x} ${this.sight.left} ${this.sight.scale}`;
    if (this.told === asked || this.isAsking) return;
    this.told = asked;
    const bands = [band, ...this.bands.filter(one => one !== band && one.canvas.width)];
    if (this.source.isEmbedded) {
      bands.forEach(one => one.read(this.embeddedFigures(one, x)[2]));
      this.say(band, ...this.embeddedFigures(band, x));
      return;
    }
    // An event that began further left may be under the pixel.
    const [from, to] = band.series.events && band.columns.longestAt(this.sight, x) || this.sight.rangeAt(x);
    this.isAsking = true;
    try {
      const {series} = await this.source.figures('summary', {series: bands.map(one => one.number), from, to});
      if (this.pointed) bands.forEach((one, i) => one.read(series[i]));
      this.say(band, from, to, series[0]);
    } catch (e) {
      this.fail(e);
    }
    this.isAsking = false;
    // The cursor may be elsewhere by now.
    this.tell();
  }

  /** Gives what the embedded window with the greatest value under a column says, and of which times. */
  embeddedFigures(band, x) {
    const {columns, series} = band, {count: counts, mean, least, greatest} = columns.windows;
    const step = this.sight.scale / columns.span, begin = columns.offset / columns.span + x * step;
    let best = Math.floor(begin);
    for (let i = best + 1; i < begin + step; i++) {
      if (counts[i] && !(greatest[best] >= greatest[i])) best = i;
    }
    const text = value => (value / 10 ** series.places).toLocaleString('en-US', {maximumFractionDigits: 20, useGrouping: false});
    const figures = counts[best]
      ? {count: String(counts[best]), mean: text(mean[best]), least: text(least[best]), greatest: text(greatest[best])} : {count: '0'};
    return [columns.time(best), columns.time(best + 1) - 1n, figures];
  }

  say(band, from, to, figures) {
    const {clock} = this, {name, events} = band.series;
    const span = to > from ? `${clock.text(from)} to ${clock.text(to)}` : clock.text(from);
    const what = BigInt(figures.count) === 1n ? events ? 'event begins' : 'entry' : events ? 'events begin' : 'entries';
    const unit = this.data.time === 'iso' ? 'ns' : this.data.time;
    const value = text => events ? `${durationText(Number(text), unit, Math.max(1, Number(text) / 1000))} (${text} ${unit})` : text;
    const at = figures.time ? ` at ${clock.text(BigInt(figures.time))}` : '';
    this.said.textContent = figures.count === '0' ? `${name}, ${span}: no ${events ? 'event begins' : 'entries'}`
      : `${name}, ${span}: ${count(figures.count)} ${what}, ${events ? 'longest' : 'greatest'} ${value(figures.greatest)}${at}, `
        + `${events ? 'shortest' : 'least'} ${value(figures.least)}, mean ${value(figures.mean)}`
        + (figures.sum ? `, sum ${figures.sum}` : '');
  }

  /** Finds quantiles of the selection, or of what is under the cursor. */
  async tellQuantiles() {
    const selected = this.selected || {band: this.active, from: this.sight.rangeAt(this.cursorX())[0], to: this.sight.rangeAt(this.cursorX())[1]};
    const {band, from, to} = selected, {clock} = this;
    const caption = `${band.series.name}, ${clock.text(from)} to ${clock.text(to)}${band.series.events ? ', durations in ' + band.series.unit : ''}`;
    if (this.source.isEmbedded) {
      this.table.textContent = 'This page has no quantiles; octavo series view ' + this.data.file + ' finds them.';
      return;
    }
    this.table.textContent = `${caption}: counting ...`;
    const asked = this.search = {};
    let figures;
    try {
      figures = await this.source.figures('quantiles', {series: band.number, from, to, of: QUANTILES});
    } catch (e) {
      if (asked === this.search) this.table.textContent = e.message;
      return;
    }
    if (asked !== this.search) return;
    const heads = ['#entries', '#sum', '#least', '#mean', ...QUANTILES.map(q => '#' + q), '#greatest'];
    const cells = [count(figures.count), figures.sum, figures.least, figures.mean,
      ...QUANTILES.map((q, i) => figures.quantiles[i] ?? '-'), figures.greatest];
    this.table.replaceChildren(make('div', {class: 'say'}, caption), make('table', {},
      make('thead', {}, make('tr', {}, ...heads.map(head => make('th', {class: 'n'}, head.slice(1))))),
      make('tbody', {}, make('tr', {}, ...cells.map(cell => make('td', {class: 'n'}, cell))))));
  }

  question() {
    return {};
  }

  /** Takes a later state of the store. */
  take(data) {
    this.windows.renew();
    this.told = null;
    if (this.isEmpty) this.said.textContent = POINT;
    const {first} = this;
    this.know(data);
    if (this.isWhole && this.first !== first) this.sight = this.whole();
    this.bands.forEach((band, i) => { band.series = this.series[i]; });
    this.entitle();
    this.layOut();
    this.sight = this.clamped(this.sight);
    this.paint();
  }
}

let timeline;

async function start() {
  const data = await unpack(document.getElementById('data').textContent);
  if (data.levels) {
    const windows = await Windows.embedded(data.levels);
    timeline = new Timeline(data, windows, windows.source);
  } else {
    timeline = new Timeline(data, null, new Served(data.sequence));
  }
}

start();
