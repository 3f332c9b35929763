// Frames of a flame graph: where each stands, and what it weighs. Those too narrow to be seen are left out.

const LEAST_WIDTH = 0.5;

/** One range, or two to compare; then a frame is as wide as the mean of its shares of both. */
class Shown {
  constructor(stacks) {
    this.stacks = stacks;
    this.chosen = new Weights(stacks);
    this.other = null;
    this.doubles = null;
  }

  /** Takes another range to compare with, or none. */
  compare(other) {
    const {size, kind} = this.stacks;
    this.other = other;
    this.doubles = (other || kind !== DOUBLES) && (this.doubles || {selves: new Float64Array(size), totals: new Float64Array(size)});
  }

  /** Computes widths after the weights have changed. */
  compute() {
    const {chosen, other, doubles} = this;
    if (!doubles) return;
    const one = other ? share(0.5, chosen.total) : 1, two = other ? share(0.5, other.total) : 0;
    for (const name of ['selves', 'totals']) {
      const into = doubles[name], chosens = chosen[name], others = (other || chosen)[name];
      for (let i = 0; i < into.length; i++) into[i] = Number(chosens[i]) * one + Number(others[i]) * two;
    }
  }

  get widths() {
    return this.doubles || this.chosen;
  }

  /** Gives by how much a share has changed: -1 only in the other range, 0 the same, 1 only in the chosen one. */
  change(weight, otherWeight) {
    const one = share(weight, this.chosen.total), two = share(otherWeight, this.other.total);
    return one + two ? (one - two) / (one + two) : 0;
  }
}

class Frame {
  constructor(above, symbol, row, left, width) {
    Object.assign(this, {above, symbol, row, left, width});
    this.total = this.self = this.otherTotal = this.otherSelf = 0;
  }

  /** Gives the symbols from the first row to this frame. */
  path() {
    return this.above ? [...this.above.path(), this.symbol] : [];
  }
}

/** Gives the frames of a graph whose callers stand above, in the order of rows and places; a path of symbols fills the width. */
function calleeFrames(shown, path, width) {
  const {stacks, chosen, other} = shown, {totals: widths} = shown.widths, frames = [], nodes = [];
  const add = (above, node, row, left, wide) => {
    const frame = new Frame(above, stacks.symbol[node], row, left, wide);
    frame.total = chosen.totals[node];
    frame.self = chosen.selves[node];
    if (other) {
      frame.otherTotal = other.totals[node];
      frame.otherSelf = other.selves[node];
    }
    frames.push(frame);
    nodes.push(node);
  };
  add(null, 0, 0, 0, width);
  for (const symbol of path) {
    const node = stacks.below(nodes[nodes.length - 1], symbol);
    if (!node) break;
    add(frames[frames.length - 1], node, frames.length, 0, width);
  }
  const scale = width / widths[nodes[nodes.length - 1]];
  if (!Number.isFinite(scale)) return frames;
  for (let i = frames.length - 1; i < frames.length; i++) {
    let {left} = frames[i];
    for (let child = stacks.first[nodes[i]]; child; child = stacks.next[child]) {
      const wide = widths[child] * scale;
      if (wide >= LEAST_WIDTH) add(frames[i], child, frames[i].row + 1, left, wide);
      left += wide;
    }
  }
  return frames;
}

/** Sorts the stacks of a frame by what comes next in them, again and again: the frames of a graph whose callees stand above. */
class CallerFrames {
  constructor(shown) {
    const {stacks} = shown, {selves} = shown.widths;
    Object.assign(this, {shown, stacks, selves, frames: []});
    this.wide = new Float64Array(stacks.names.length);
    for (const name of ['total', 'otherTotal']) this[name] = stacks.kind.array(stacks.names.length);
    this.place = new Int32Array(stacks.names.length);
    this.stack = new Int32Array(stacks.size);
    this.node = new Int32Array(stacks.size);
    this.length = 0;
    for (let i = 1; i < stacks.size; i++) {
      if (!selves[i]) continue;
      this.stack[this.length] = i;
      this.node[this.length++] = i;
    }
    this.spare = {stack: new Int32Array(this.length), node: new Int32Array(this.length)};
  }

  of(path, width) {
    const {shown, frames} = this, root = new Frame(null, -1, 0, 0, width);
    root.total = shown.chosen.total;
    root.otherTotal = shown.other ? shown.other.total : 0;
    frames.push(root);
    let segments = [{frame: root, from: 0, end: this.length, weight: shown.widths.totals[0]}], scale = 0;
    for (let row = 0; segments.length; row++) {
      const wanted = path[row];
      if (wanted === undefined && !scale) scale = segments[0].weight ? width / segments[0].weight : 0;
      const below = [];
      let length = 0;
      for (const segment of segments) {
        length = this.split(segment, below, length, symbol => wanted === undefined ? this.wide[symbol] * scale : symbol === wanted ? width : 0);
      }
      [this.stack, this.node, this.spare] = [this.spare.stack, this.spare.node, {stack: this.stack, node: this.node}];
      segments = below;
    }
    return frames;
  }

  /** Makes frames of the symbols that come next, and puts their stacks one after the other into the spare arrays. */
  split({frame, from, end}, below, length, widthOf) {
    const {stacks, shown, wide, total, otherTotal, place, stack, node, selves, spare} = this, {chosen, other} = shown;
    let symbols = [];
    for (let i = from; i < end; i++) {
      const symbol = stacks.symbol[node[i]], one = stack[i];
      if (symbol < 0) continue;
      if (!place[symbol]) symbols.push(symbol);
      place[symbol]++;
      wide[symbol] += selves[one];
      total[symbol] += chosen.selves[one];
      if (other) otherTotal[symbol] += other.selves[one];
    }
    if (symbols.length > stacks.names.length / 8) {
      symbols = stacks.byName.filter(symbol => place[symbol]);
    } else {
      symbols.sort((a, b) => stacks.rank[a] - stacks.rank[b]);
    }
    let {left} = frame, next = length;
    for (const symbol of symbols) {
      const width = widthOf(symbol), isKept = width >= LEAST_WIDTH;
      if (isKept) {
        const made = new Frame(frame, symbol, frame.row + 1, left, width);
        made.total = total[symbol];
        made.otherTotal = otherTotal[symbol];
        this.frames.push(made);
        below.push({frame: made, from: next, end: next + place[symbol], weight: wide[symbol]});
        [place[symbol], next] = [next + 1, next + place[symbol]];
      } else {
        place[symbol] = 0;
      }
      left += width;
      wide[symbol] = 0;
      total[symbol] = otherTotal[symbol] = stacks.kind.zero;
    }
    for (let i = from; i < end; i++) {
      const symbol = stacks.symbol[node[i]];
      if (symbol < 0 || !place[symbol]) continue;
      const at = place[symbol]++ - 1;
      spare.stack[at] = stack[i];
      spare.node[at] = stacks.parent[node[i]];
    }
    for (const symbol of symbols) place[symbol] = 0;
    return next;
  }
}

/** Gives the frames of a graph whose callees stand above. */
function callerFrames(shown, path, width) {
  return new CallerFrames(shown).of(path, width);
}
