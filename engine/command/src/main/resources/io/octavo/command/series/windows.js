// Windows of series: which of them are needed, where they come from, and what is asked for next.

/** A tile has the windows of 2^level times each that begin at its index times all of its times. */
const TILE = 512, TILE_SHIFT = 9n;
const MOST_KEPT = 3000, MOST_BUSY = 4, MOST_AHEAD = 2, MOST_ASKED = 16;

/** The columns of a tile: a number for each window. */
class Tile {
  constructor(numbers) {
    this.count = numbers.subarray(0, TILE);
    this.mean = numbers.subarray(TILE, 2 * TILE);
    this.least = numbers.subarray(2 * TILE, 3 * TILE);
    this.greatest = numbers.subarray(3 * TILE, 4 * TILE);
  }
}

const EMPTY = new Tile(new Float64Array(4 * TILE).fill(NaN).fill(0, 0, TILE));

/** Gives the tiles in an array of bytes. */
function tilesOf(buffer) {
  const tiles = [];
  for (let at = 0; at < buffer.byteLength; at += 32 * TILE) tiles.push(new Tile(new Float64Array(buffer, at, 4 * TILE)));
  return tiles;
}

/** A server of windows. */
class Served extends Server {
  constructor(sequence) {
    super(sequence);
    this.finest = 0;
  }

  /** Gives tiles in the order of series, and for each of indexes; none if the store has changed meanwhile. */
  async tiles(series, level, index, count) {
    const {answer, isOld} = await this.ask('tiles', {series, level, index, count});
    return isOld ? [] : tilesOf(await answer.arrayBuffer());
  }
}

/** The windows that kept tiles have, and the tiles that are to come. */
class Windows {
  /** @param arrived called with the keys of tiles that came */
  constructor(source, arrived, failed) {
    Object.assign(this, {source, arrived, failed});
    this.kept = new Map();
    this.asked = new Set();
    this.wanted = [];
    this.busy = 0;
    this.age = 0;
  }

  /** Keeps the tiles of a page that cannot ask: the levels from the first to the finest. */
  static async embedded(levels) {
    const source = {finest: 0, coarsest: -1, isEmbedded: true};
    const windows = new Windows(source, () => {}, () => {});
    for (const {level, tiles, windows: packed} of levels) {
      const all = tilesOf(await inflate(packed).arrayBuffer());
      tiles.forEach((name, i) => {
        const [series, index] = name.split('/');
        windows.kept.set(windows.key(series, level, index), all[i]);
      });
      source.finest = level;
      source.coarsest = Math.max(source.coarsest, level);
    }
    return windows;
  }

  key(series, level, index) {
    return series + '/' + level + '/' + index;
  }

  /** Gives a tile, undefined if it is not there yet. */
  get(series, level, index) {
    const key = this.key(series, level, index), tile = this.kept.get(key);
    if (this.source.isEmbedded) {
      return tile || (level >= this.source.finest && level <= this.source.coarsest ? EMPTY : undefined);
    }
    if (tile) {
      // The last in the order of the map are those that were used last.
      this.kept.delete(key);
      this.kept.set(key, tile);
    }
    return tile;
  }

  /** Has tiles asked for again when they are in sight, because the store has changed; until those come, the old ones are there. */
  renew() {
    this.asked.clear();
    this.age++;
  }

  isOld(tile) {
    return tile.age < this.age;
  }

  /**
   * Says what is wanted from now on, the most urgent first; what was wanted before is not any more.
   *
   * @param wanted objects of series, level, first, count, and whether they are in sight
   */
  want(wanted) {
    if (this.source.isEmbedded) return;
    this.wanted = wanted;
    this.ask();
  }

  ask() {
    for (const {series, level, first, count, isInSight} of this.wanted) {
      const most = isInSight ? MOST_BUSY : MOST_AHEAD;
      for (let i = 0; i < count && this.busy < most; i++) {
        const lacking = index => series.filter(one => {
          const key = this.key(one, level, index), tile = this.kept.get(key);
          return (!tile || isInSight && this.isOld(tile)) && !this.asked.has(key);
        });
        const some = lacking(first + BigInt(i)).slice(0, MOST_ASKED);
        if (!some.length) continue;
        let end = i + 1;
        while (end < count && (end - i + 1) * some.length <= MOST_ASKED
          && lacking(first + BigInt(end)).join() === some.join()) end++;
        this.fetch(some, level, first + BigInt(i), end - i);
        // The rest of the series of this tile, if there were more.
        i = some.length === MOST_ASKED ? i - 1 : end - 1;
      }
    }
  }

  async fetch(series, level, index, count) {
    const keys = series.flatMap(one => Array.from({length: count}, (none, i) => this.key(one, level, index + BigInt(i))));
    const age = this.age;
    keys.forEach(key => this.asked.add(key));
    this.busy++;
    try {
      const tiles = await this.source.tiles(series, level, index, count);
      tiles.forEach((tile, i) => this.keep(keys[i], tile, age));
    } catch (e) {
      this.failed(e);
      this.wanted = [];
    } finally {
      this.busy--;
      if (age === this.age) keys.forEach(key => this.asked.delete(key));
    }
    this.arrived(keys);
    this.ask();
  }

  keep(key, tile, age) {
    if (this.kept.get(key)?.age > age) return;
    tile.age = age;
    this.kept.set(key, tile);
    if (this.kept.size > MOST_KEPT) this.kept.delete(this.kept.keys().next().value);
  }
}
