// What a pointer does with the brushes of an overview: draws, moves and stretches them.

const STILL = 4, EDGE = 7;

class BrushHand {
  /**
   * @param element what the brushes lie on
   * @param ratioOf gives the pixels of a pixel of CSS
   * @param brushesOf gives the brushes that an event can be about, the first of which is drawn anew where there is none:
   *   range() gives from where to where one is in pixels, and show(from, to) changes that
   */
  constructor(element, ratioOf, brushesOf) {
    Object.assign(this, {element, ratioOf, brushesOf});
    element.addEventListener('pointerdown', event => this.grab(event));
    element.addEventListener('pointermove', event => this.move(event));
    for (const name of ['pointerup', 'pointercancel']) element.addEventListener(name, () => { this.held = null; });
  }

  x(event) {
    const box = this.element.getBoundingClientRect();
    return (event.clientX - box.left - 1) * this.ratioOf();
  }

  /** Gives what a place of a brush is for, undefined outside of it. */
  kind([from, to], x) {
    const edge = EDGE * this.ratioOf(), isWide = to - from > 4 * edge;
    if (isWide && Math.abs(x - from) < edge) return 'from';
    if (isWide && Math.abs(x - to) < edge) return 'to';
    return x >= from - edge && x <= to + edge ? 'move' : undefined;
  }

  grab(event) {
    if (event.button !== 0) return;
    const x = this.x(event), brushes = this.brushesOf(event);
    const found = brushes.find(one => !one.isNew && this.kind(one.range(), x));
    const brush = found || brushes[0], [from, to] = brush.range();
    this.held = {brush, kind: found ? this.kind([from, to], x) : 'new', x, from, to};
    if (!found) brush.show(x - (to - from) / 2, x + (to - from) / 2);
    try {
      this.element.setPointerCapture(event.pointerId);
    } catch (e) {
      // A pointer that a script made up cannot be captured.
    }
  }

  move(event) {
    if (!this.held) return;
    const x = this.x(event), {brush, kind, from, to, x: begin} = this.held;
    if (kind === 'move') {
      brush.show(from + x - begin, to + x - begin);
    } else if (kind === 'new') {
      if (Math.abs(x - begin) > STILL) brush.show(Math.min(x, begin), Math.max(x, begin));
    } else {
      const [one, other] = kind === 'from' ? [x, to] : [from, x];
      brush.show(Math.min(one, other), Math.max(one, other));
    }
  }
}
