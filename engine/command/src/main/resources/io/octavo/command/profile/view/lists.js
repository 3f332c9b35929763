// Lists of stacks and their weights by units of time, and sums of lists that follow each other.

const BRANCHES = 8, MOST_LISTED = 1.2e7, MOST_BUSY = 4, MOST_AHEAD_BUSY = 2, MOST_ASKED = 16;

/** What holds weights. Sums of doubles are exact below 2^53; a page with larger sums has BigInts, which are slower. */
const DOUBLES = {zero: 0, array: length => new Float64Array(length), next: numbers => numbers.next()};
const BIGINTS = {zero: 0n, array: length => new BigUint64Array(length), next: numbers => numbers.nextLarge()};

/** Gives which part of a total a weight is, as a double. */
function share(weight, total) {
  return Number(weight) / (Number(total) || 1);
}

/** Reads numbers of seven bits a byte, the lowest first. */
class Numbers {
  constructor(buffer) {
    this.bytes = new Uint8Array(buffer);
    this.at = 0;
  }

  get isAtEnd() {
    return this.at >= this.bytes.length;
  }

  next() {
    const {bytes} = this;
    let byte = bytes[this.at++], number = byte & 127;
    // Shifts have 32 bits.
    for (let factor = 128; byte > 127; factor *= 128) {
      byte = bytes[this.at++];
      number += (byte & 127) * factor;
    }
    return number;
  }

  /** Reads a number that may have more bits than a double as a BigInt. */
  nextLarge() {
    const {bytes} = this;
    let byte = bytes[this.at++], number = BigInt(byte & 127);
    for (let shift = 7n; byte > 127; shift += 7n) {
      byte = bytes[this.at++];
      number |= BigInt(byte & 127) << shift;
    }
    return number;
  }
}

/** The weights of stacks, which ascend. */
class StackList {
  constructor(stacks, weights) {
    Object.assign(this, {stacks, weights});
  }

  static read(numbers, kind) {
    const length = numbers.next(), stacks = new Uint32Array(length), weights = kind.array(length);
    for (let i = 0, stack = 0; i < length; i++) stacks[i] = stack += numbers.next();
    for (let i = 0; i < length; i++) weights[i] = kind.next(numbers);
    return new StackList(stacks, weights);
  }

  /** Gives the sum of all weights as a double. */
  get total() {
    return this.weights.reduce((sum, weight) => sum + Number(weight), 0);
  }

  addTo(sums) {
    const {stacks, weights} = this;
    for (let i = 0; i < stacks.length; i++) sums[stacks[i]] += weights[i];
  }
}

const NO_STACKS = new StackList(new Uint32Array(0), new Float64Array(0));

/** Adds lists up, in an array with room for all stacks. */
class Adder {
  constructor(stacks) {
    this.stacks = stacks;
    this.sums = [];
  }

  sum(lists) {
    const filled = lists.filter(list => list.stacks.length);
    if (filled.length < 2) return filled[0] || NO_STACKS;
    const {size, kind} = this.stacks;
    if (this.sums.length !== size) this.sums = kind.array(size);
    const {sums} = this, pairs = filled.reduce((sum, list) => sum + list.stacks.length, 0);
    let stacks = new Uint32Array(Math.min(pairs, sums.length)), length = 0;
    for (const list of filled) {
      for (let i = 0; i < list.stacks.length; i++) {
        const stack = list.stacks[i];
        if (!sums[stack]) stacks[length++] = stack;
        sums[stack] += list.weights[i];
      }
    }
    stacks = stacks.slice(0, length).sort();
    const weights = kind.array(length);
    for (let i = 0; i < length; i++) {
      weights[i] = sums[stacks[i]];
      sums[stacks[i]] = kind.zero;
    }
    return new StackList(stacks, weights);
  }
}

/** The lists of a page that cannot ask: of each series, by the numbers of their units. */
class EmbeddedLists {
  constructor(buffer, kind, series, first) {
    const numbers = new Numbers(buffer);
    this.series = Array.from({length: series}, () => {
      const units = new Map(), length = numbers.next();
      for (let i = 0, unit = first; i < length; i++) {
        unit += numbers.next();
        units.set(unit, StackList.read(numbers, kind));
      }
      return units;
    });
  }

  /** Gives the list of a unit of a choice. */
  unit(choice, index, adder) {
    return adder.sum(choice.sets.map(set => this.series[set].get(index) || NO_STACKS));
  }
}

/** The lists that the server has. */
class ServedLists extends Server {
  constructor(sequence, kind) {
    super(sequence);
    this.kind = kind;
  }

  async lists(choice, level, indexes) {
    const {answer, isOld} = await this.ask('lists', {choice: choice.number, level, index: indexes.join()});
    const numbers = new Numbers(await answer.arrayBuffer()), lists = [];
    while (!isOld && !numbers.isAtEnd) lists.push(StackList.read(numbers, this.kind));
    return lists;
  }

  async timeline(choice, from, end, points) {
    return this.figures('timeline', {choice: choice.number, from, end, points});
  }
}

/** The sums of a choice: list i of level k has the units from i * 8^k to (i + 1) * 8^k. */
class Sums {
  /**
   * @param source where the lists of level 0 are, or what is asked for all lists
   * @param first the first unit that has samples
   * @param end the unit after the last one
   */
  constructor(source, choice, first, end, adder) {
    Object.assign(this, {source, choice, first, end, adder});
    this.kept = new Map();
    this.asked = new Set();
    this.listed = 0;
    this.busy = 0;
    this.age = 0;
  }

  key(level, index) {
    return level + '/' + index;
  }

  /** Takes the units that there are now, and forgets lists with units from the first on that may have changed. */
  renew(first, end, changed) {
    Object.assign(this, {first, end});
    this.asked.clear();
    this.age++;
    for (const [key, list] of this.kept) {
      const [level, index] = key.split('/').map(Number);
      if ((index + 1) * BRANCHES ** level <= changed) continue;
      this.kept.delete(key);
      this.listed -= list.stacks.length;
    }
  }

  /** Gives a list, undefined if it is to be asked for. */
  get(level, index) {
    const span = BRANCHES ** level;
    if ((index + 1) * span <= this.first || index * span >= this.end) return NO_STACKS;
    const key = this.key(level, index), kept = this.kept.get(key);
    if (kept) return kept;
    if (level === 0) return this.source.unit ? this.keep(key, this.source.unit(this.choice, index, this.adder)) : undefined;
    const below = [];
    for (let i = 0; i < BRANCHES; i++) {
      const list = this.get(level - 1, index * BRANCHES + i);
      if (!list) return undefined;
      below.push(list);
    }
    return this.keep(key, this.adder.sum(below));
  }

  keep(key, list) {
    this.kept.set(key, list);
    this.listed += list.stacks.length;
    // Those of a page that cannot ask are few enough.
    for (const [oldest, least] of this.source.unit ? [] : this.kept) {
      if (this.listed <= MOST_LISTED || oldest === key) break;
      this.kept.delete(oldest);
      this.listed -= least.stacks.length;
    }
    return list;
  }

  /** Gives the largest lists that together have the units of a range. */
  static pieces(from, end) {
    const pieces = [];
    for (let level = 0, low = from, high = end; low < high; level++) {
      while (low < high && low % BRANCHES !== 0) pieces.push([level, low++]);
      while (low < high && high % BRANCHES !== 0) pieces.push([level, --high]);
      low /= BRANCHES;
      high /= BRANCHES;
    }
    return pieces;
  }

  /** Gives the lists of a range, and which are to be asked for. */
  gather(from, end) {
    const lists = [], missing = [];
    for (const [level, index] of Sums.pieces(Math.max(from, this.first), Math.min(end, this.end))) {
      const list = this.get(level, index);
      if (list) lists.push(list);
      else missing.push([level, index]);
    }
    return {lists, missing};
  }

  /** Gives weights of parts of a range, and the units where the parts begin and the last ends. */
  async timeline(from, end, points) {
    if (!this.source.unit) return this.source.timeline(this.choice, from, end, points);
    const step = Math.ceil((end - from) / points), slots = [], weights = [];
    for (let unit = from; unit < end; unit += step) {
      slots.push(unit);
      let weight = 0;
      for (let i = unit; i < Math.min(end, unit + step); i++) weight += this.get(0, i).total;
      weights.push(weight);
    }
    return {slots: [...slots, end], weights};
  }

  /** Asks for lists, the first before the others, unless that was done; for those that can wait only if little is asked for. */
  want(wanted, canWait, arrived, failed) {
    if (this.source.unit) return;
    for (let i = 0; i < wanted.length && this.busy < (canWait ? MOST_AHEAD_BUSY : MOST_BUSY);) {
      const level = wanted[i][0], indexes = [];
      for (; i < wanted.length && wanted[i][0] === level && indexes.length < MOST_ASKED; i++) {
        const key = this.key(...wanted[i]);
        if (!this.kept.has(key) && !this.asked.has(key)) indexes.push(wanted[i][1]);
      }
      if (indexes.length) this.fetch(level, indexes, arrived, failed);
    }
  }

  async fetch(level, indexes, arrived, failed) {
    const keys = indexes.map(index => this.key(level, index)), {age} = this;
    keys.forEach(key => this.asked.add(key));
    this.busy++;
    try {
      const lists = await this.source.lists(this.choice, level, indexes);
      if (age === this.age) lists.forEach((list, i) => this.keep(keys[i], list));
    } catch (e) {
      failed(e);
      return;
    } finally {
      this.busy--;
      if (age === this.age) keys.forEach(key => this.asked.delete(key));
    }
    arrived();
  }
}
