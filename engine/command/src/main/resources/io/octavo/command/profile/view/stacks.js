// The tree of all stacks: symbols below the symbols of their callers. Node 0 is above all.

class Stacks {
  constructor(buffer, names, kind) {
    Object.assign(this, {names: [], kind, size: 1, parent: [-1], symbol: [-1], isOutermost: [0]});
    this.add(buffer, names);
  }

  /** Adds nodes and symbols, whose numbers follow those that are there. */
  add(buffer, names) {
    const numbers = new Numbers(buffer), from = this.size, size = from + numbers.next();
    const grown = (array, old) => {
      array.set(old);
      return array;
    };
    if (size === from && size > 1) return;
    this.names = this.names.concat(names);
    this.size = size;
    this.parent = grown(new Int32Array(size), this.parent);
    this.symbol = grown(new Int32Array(size), this.symbol);
    this.isOutermost = grown(new Uint8Array(size), this.isOutermost);
    for (let i = from; i < size; i++) this.parent[i] = i - numbers.next();
    for (let i = from; i < size; i++) this.symbol[i] = numbers.next();
    this.sort();
    this.markOutermost(from);
  }

  /** Chains the nodes below each one in the order of their names. */
  sort() {
    const {names, size, parent, symbol} = this;
    this.byName = Int32Array.from(names.keys()).sort((a, b) => names[a] < names[b] ? -1 : names[a] > names[b] ? 1 : 0);
    this.rank = new Int32Array(names.length);
    this.byName.forEach((one, rank) => { this.rank[one] = rank; });
    const newest = new Int32Array(names.length).fill(-1), before = new Int32Array(size);
    for (let i = 1; i < size; i++) {
      before[i] = newest[symbol[i]];
      newest[symbol[i]] = i;
    }
    this.first = new Int32Array(size);
    this.next = new Int32Array(size);
    for (let rank = names.length - 1; rank >= 0; rank--) {
      for (let i = newest[this.byName[rank]]; i > 0; i = before[i]) {
        this.next[i] = this.first[parent[i]];
        this.first[parent[i]] = i;
      }
    }
  }

  /** Finds the nodes whose symbol is not among their callers, from a node on. */
  markOutermost(from) {
    const {size, parent, symbol, isOutermost} = this;
    for (let i = from; i < size; i++) {
      let above = parent[i];
      while (above > 0 && symbol[above] !== symbol[i]) above = parent[above];
      isOutermost[i] = above > 0 ? 0 : 1;
    }
  }

  /** Marks the nodes that have one of some symbols, or are below one that has. */
  through(isWanted) {
    const {size, parent, symbol} = this, marks = new Uint8Array(size);
    for (let i = 1; i < size; i++) marks[i] = marks[parent[i]] | isWanted[symbol[i]];
    return marks;
  }

  /** Gives the node of a symbol below another one, 0 if there is none. */
  below(node, symbol) {
    let child = this.first[node];
    while (child && this.symbol[child] !== symbol) child = this.next[child];
    return child;
  }
}

/** The weights of all nodes and symbols in a range. */
class Weights {
  constructor(stacks) {
    this.stacks = stacks;
    for (const name of ['selves', 'totals']) this[name] = stacks.kind.array(stacks.size);
    for (const name of ['symbolSelves', 'symbolTotals']) this[name] = stacks.kind.array(stacks.names.length);
  }

  get total() {
    return this.totals[0];
  }

  /** Computes all from the weights of the nodes themselves, of which only some may count. */
  compute(isCounted) {
    const {stacks, selves, totals, symbolSelves, symbolTotals} = this, {parent, symbol, isOutermost, size, kind} = stacks;
    if (isCounted) {
      for (let i = 0; i < size; i++) if (!isCounted[i]) selves[i] = kind.zero;
    }
    totals.set(selves);
    symbolSelves.fill(kind.zero);
    symbolTotals.fill(kind.zero);
    for (let i = size - 1; i > 0; i--) {
      const total = totals[i];
      if (!total) continue;
      totals[parent[i]] += total;
      symbolSelves[symbol[i]] += selves[i];
      if (isOutermost[i]) symbolTotals[symbol[i]] += total;
    }
  }

  /** Gives the weight of the marked nodes. */
  sumOf(marks) {
    let sum = this.stacks.kind.zero;
    for (let i = 0; i < marks.length; i++) if (marks[i]) sum += this.selves[i];
    return sum;
  }
}
