// The timeline of a profile: how much there is in each part, and the ranges that are chosen in it.

const STRIP_HEIGHT = 56, STRIP_ZOOM = 1.6, NOWHERE = -1e9;

class Strip {
  /** @param page what is told of the ranges that are chosen */
  constructor(page) {
    this.page = page;
    this.axis = new TimeAxis(page.clock);
    this.canvas = make('canvas', {
      id: 'strip', tabindex: 0, role: 'application', 'aria-roledescription': 'timeline', 'aria-describedby': 'said',
      'aria-label': 'Time range. Arrow keys move the range, Shift with arrow keys moves the end of the range, plus and minus zoom, c compares with another range.'
    });
    const brush = (style, name) => make('div', {class: 'brush ' + style, hidden: ''}, make('span', {}, name));
    this.brushes = {chosen: brush('chosen', 'first'), other: brush('other', 'second')};
    this.overview = make('div', {class: 'overview', id: 'overview'}, this.canvas, this.brushes.chosen, this.brushes.other);
    this.element = make('div', {class: 'strip-box'}, this.overview, this.axis.canvas);
    this.canvas.style.height = STRIP_HEIGHT + 'px';
    this.axis.canvas.style.height = AXIS_HEIGHT + 'px';
    const hands = ['chosen', 'other'].map(name => ({
      range: () => this.placeOf(page.ranges[name]),
      // One that has all in sight is not moved, but drawn anew.
      get isNew() { return name === 'chosen' && page.strip.isAll(page.ranges.chosen); },
      show: (from, to) => page.choose(name, this.rangeAt(from, to))
    }));
    this.hand = new BrushHand(this.overview, () => this.ratio, event => event.shiftKey ? [hands[1]] : hands);
    this.overview.addEventListener('dblclick', () => page.choose('chosen', [page.first, page.end]));
    this.overview.addEventListener('wheel', event => this.wheel(event), {passive: false});
    this.canvas.addEventListener('keydown', event => this.press(event));
    this.sight = [page.first, page.end];
  }

  get ratio() {
    return window.devicePixelRatio || 1;
  }

  get perPixel() {
    return (this.sight[1] - this.sight[0]) / this.width;
  }

  /** Gives how many units the ends of a range are multiples of, so that few lists make a range. */
  get snap() {
    return BRANCHES ** Math.max(0, Math.floor(Math.log(this.perPixel) / Math.log(BRANCHES) + 1e-9));
  }

  placeOf(range) {
    return range ? range.map(unit => (unit - this.sight[0]) / this.perPixel) : [NOWHERE, NOWHERE];
  }

  /** Gives the range between two places: at least a step. */
  rangeAt(from, to) {
    const {snap, page} = this, unit = x => Math.round((this.sight[0] + x * this.perPixel) / snap) * snap;
    let low = unit(from), high = unit(to);
    if (from <= 0 && to >= this.width) [low, high] = [Math.floor(this.sight[0]), Math.ceil(this.sight[1])];
    if (low >= high) {
      low = Math.floor((this.sight[0] + from * this.perPixel) / snap) * snap;
      high = low + snap;
    }
    return page.clamped([low, high]);
  }

  isAll([from, end]) {
    return from <= this.sight[0] && end >= this.sight[1];
  }

  /** Shows another part of all units. */
  show(from, end) {
    const {page} = this, all = page.end - page.first, length = Math.min(all, Math.max(Math.min(16, all), end - from));
    const low = Math.max(page.first, Math.min(page.end - length, (from + end - length) / 2));
    this.sight = [low, low + length];
    this.load();
  }

  zoom(factor, x) {
    const middle = this.sight[0] + x * this.perPixel, [from, end] = this.sight;
    this.show(middle - (middle - from) * factor, middle + (end - middle) * factor);
  }

  wheel(event) {
    if (event.altKey || event.ctrlKey) return;
    event.preventDefault();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const moved = (event.deltaX || event.deltaY) * this.ratio * this.perPixel;
      this.show(this.sight[0] + moved, this.sight[1] + moved);
    } else {
      this.zoom(Math.exp(event.deltaY * 0.0022), this.hand.x(event));
    }
  }

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const {page} = this, [from, end] = page.ranges.chosen, step = Math.max(this.snap, Math.round((end - from) / 10));
    const move = {ArrowLeft: -step, ArrowRight: step, PageUp: from - end, PageDown: end - from, Home: page.first - from, End: page.end - end}[event.key];
    const zoom = {'+': 1 / STRIP_ZOOM, '=': 1 / STRIP_ZOOM, '-': STRIP_ZOOM}[event.key];
    if (move !== undefined && event.shiftKey) {
      page.choose('chosen', page.clamped([from, Math.max(from + this.snap, end + move)]));
    } else if (move !== undefined) {
      const most = page.end - end, moved = Math.max(page.first - from, Math.min(most, move));
      page.choose('chosen', [from + moved, end + moved]);
    } else if (zoom) {
      const [left, right] = this.placeOf(page.ranges.chosen);
      this.zoom(zoom, (left + right) / 2);
    } else if (event.key === '0') {
      page.showAll();
    } else if (event.key === 'Enter') {
      this.show(from, end);
    } else {
      return;
    }
    event.preventDefault();
  }

  layOut() {
    const width = Math.max(1, Math.round(this.overview.clientWidth * this.ratio));
    if (this.width === width) return;
    this.width = this.canvas.width = width;
    this.canvas.height = STRIP_HEIGHT * this.ratio;
    this.load();
  }

  /** Takes the units that there are now: shows them all if it did, and moves on if the page follows. */
  renew(first, end) {
    const {page} = this, [from, to] = this.sight, isWhole = from <= first && to >= end;
    if (isWhole) this.sight = [page.first, page.end];
    else if (page.follow.isOn && to >= end) this.sight = [from + page.end - to, page.end];
    this.load();
  }

  /** Gets what is to be drawn. */
  async load() {
    const {page} = this, from = Math.max(page.first, Math.floor(this.sight[0])), end = Math.min(page.end, Math.ceil(this.sight[1]));
    const asked = this.asked = {};
    if (from >= end || !this.width) return;
    this.place();
    try {
      const parts = await page.sums.timeline(from, end, Math.min(4096, this.width));
      if (asked !== this.asked) return;
      this.parts = parts;
      page.paint();
    } catch (e) {
      page.fail(e);
    }
    this.asked = null;
  }

  paint(colours) {
    const {canvas, width, ratio, parts, perPixel} = this, {height} = canvas, context = canvas.getContext('2d', {alpha: false});
    context.fillStyle = colours.panel;
    context.fillRect(0, 0, width, height);
    const {page} = this, unit = page.slot * BigInt(page.grain), left = Math.floor(this.sight[0]);
    const sight = new Sight(BigInt(left) * unit, (this.sight[0] - left) * Number(unit), perPixel * Number(unit));
    const marks = page.isEmpty ? [] : page.clock.marks(sight, width);
    context.fillStyle = colours.line;
    for (const mark of marks) context.fillRect(Math.round(sight.xOf(mark.time)), 0, 1, height);
    this.axis.paint(marks, sight, width, ratio, colours);
    if (parts) {
      const {slots, weights} = parts, heights = weights.map((weight, i) => weight / (slots[i + 1] - slots[i])), most = Math.max(...heights);
      context.fillStyle = colours.band;
      heights.forEach((one, i) => {
        if (!one) return;
        const from = Math.round((slots[i] - this.sight[0]) / perPixel), to = Math.round((slots[i + 1] - this.sight[0]) / perPixel);
        const high = Math.max(1, Math.round(one / most * (height - 4 * ratio)));
        context.fillRect(from, height - high, Math.max(1, to - from), high);
      });
    }
    this.place();
  }

  /** Places the brushes. */
  place() {
    for (const [name, brush] of Object.entries(this.brushes)) {
      brush.firstChild.hidden = !this.page.ranges.other;
      const range = this.page.ranges[name], [from, to] = this.placeOf(range);
      brush.hidden = !range || to < 0 || from > this.width;
      if (brush.hidden) continue;
      const left = Math.max(-3, from), right = Math.min(this.width + 3, to);
      brush.style.transform = `translateX(${left / this.ratio}px)`;
      brush.style.width = Math.max(3, (right - left) / this.ratio) + 'px';
    }
  }
}
