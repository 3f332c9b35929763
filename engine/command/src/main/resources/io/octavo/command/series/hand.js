// What a reader does with a page of series: drag, wheel, click and keys.

const WHEEL = 0.0022, KEY_ZOOM = 2;

class Hand {
  constructor(timeline) {
    this.timeline = timeline;
    const {lanes, overview} = timeline;
    lanes.addEventListener('pointerdown', event => this.grab(event));
    lanes.addEventListener('pointermove', event => this.move(event));
    for (const name of ['pointerup', 'pointercancel']) lanes.addEventListener(name, event => this.let(event));
    lanes.addEventListener('pointerleave', () => timeline.point(null));
    lanes.addEventListener('wheel', event => this.wheel(event), {passive: false});
    lanes.addEventListener('keydown', event => this.press(event));
    const brush = {range: () => timeline.brushed(), show: (from, to) => timeline.showWhole(from, to)};
    this.brushHand = new BrushHand(overview, () => timeline.ratio, () => [brush]);
  }

  /** Gives the column of pixels under the pointer. */
  x(event) {
    const box = this.timeline.lanes.getBoundingClientRect();
    return Math.floor((event.clientX - box.left - 1 - this.timeline.gutter) * this.timeline.ratio);
  }

  laneOf(event) {
    const lane = event.target.closest && event.target.closest('.lane');
    return lane ? this.timeline.bands[Number(lane.dataset.number)] : undefined;
  }

  grab(event) {
    const x = this.x(event);
    if (event.button !== 0 || x < 0) return;
    this.held = {x, from: x, isSelecting: event.shiftKey, isMoved: false, band: this.laneOf(event)};
    try {
      this.timeline.lanes.setPointerCapture(event.pointerId);
    } catch (e) {
      // A pointer that a script made up cannot be captured.
    }
  }

  move(event) {
    const {timeline, held} = this, x = this.x(event);
    if (!held) {
      timeline.point(this.laneOf(event) || null, x);
      return;
    }
    if (Math.abs(x - held.from) > STILL * timeline.ratio) held.isMoved = true;
    if (!held.isMoved) return;
    if (held.isSelecting) {
      timeline.select(held.band, Math.min(held.from, x), Math.max(held.from, x));
    } else {
      timeline.lanes.classList.add('dragged');
      timeline.go(timeline.sight.moved((held.x - x) * timeline.sight.scale));
    }
    held.x = x;
  }

  let(event) {
    const {timeline, held} = this;
    this.held = null;
    timeline.lanes.classList.remove('dragged');
    if (!held || event.type === 'pointercancel') return;
    if (!held.isMoved && held.band) {
      held.band.canvas.focus({preventScroll: true});
      timeline.point(held.band, held.from);
      // A click on the selection is about it, another one about the column of pixels.
      if (!timeline.isSelected(held.from)) timeline.select(held.band, held.from, held.from);
      timeline.activate(held.band);
      timeline.tellQuantiles();
    } else if (held.isSelecting) {
      timeline.tellQuantiles();
    }
  }

  wheel(event) {
    if (event.altKey) return;
    event.preventDefault();
    const {timeline} = this, lines = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 300 : 1;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      timeline.go(timeline.sight.moved((event.deltaX || event.deltaY) * lines * timeline.ratio * timeline.sight.scale));
    } else {
      timeline.zoom(Math.exp(event.deltaY * lines * WHEEL), this.x(event));
    }
  }

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const {timeline} = this, {sight, width} = timeline;
    const page = {ArrowLeft: -0.1, ArrowRight: 0.1, PageUp: -0.9, PageDown: 0.9}[event.key];
    const zoom = {'+': 1 / KEY_ZOOM, '=': 1 / KEY_ZOOM, '-': KEY_ZOOM}[event.key];
    const step = {',': -1, '.': 1, '<': -1, '>': 1}[event.key];
    if (page && event.shiftKey || step) {
      timeline.step(step || Math.sign(page), event.shiftKey);
    } else if (page) {
      timeline.go(sight.moved(page * width * sight.scale));
    } else if (zoom) {
      timeline.zoom(zoom, timeline.cursorX());
    } else if (event.key === 'Home') {
      timeline.go(new Sight(timeline.first, 0, sight.scale));
    } else if (event.key === 'End') {
      timeline.go(new Sight(timeline.last + 1n, 0, sight.scale).moved(-width * sight.scale));
    } else if (event.key === '0') {
      timeline.go(timeline.whole());
    } else if (event.key === 'Enter' || event.key === ' ') {
      timeline.tellQuantiles();
    } else if (event.key === 'Escape') {
      timeline.select(null);
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      timeline.focusNext(event.key === 'ArrowUp' ? -1 : 1);
    } else {
      return;
    }
    event.preventDefault();
  }
}
