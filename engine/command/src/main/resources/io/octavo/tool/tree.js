// The trees of a store: what is above and below a page, and the way to a key.

class Trees {
  constructor(data) {
    this.data = data;
    this.parents = new Map();
    for (const [number, below] of Object.entries(data.children)) {
      below.pages.forEach((child, i) => this.parents.set(child, {page: Number(number), index: i}));
    }
    this.names = new Map(data.collections.map(collection => [collection.id, collection]));
  }

  use(number) {
    return this.data.pages.use[number];
  }

  label(number) {
    const use = this.use(number);
    return use === undefined ? 'behind what is shown here' : this.data.uses[use];
  }

  style(number) {
    const use = this.use(number);
    return 'u-' + (use === undefined ? 'other' : this.data.styles[use]);
  }

  nameOf(number) {
    const owner = this.data.pages.owner[number];
    const collection = this.names.get(owner);
    return collection ? collection.name : owner ? 'collection ' + owner : 'the store';
  }

  isPlain(number) {
    return ['free', 'ring', 'unreached', 'behind what is shown here'].includes(this.label(number));
  }

  /** Says what a page is, in a line. */
  about(number) {
    const what = `page ${number}: ${this.label(number)}`;
    if (this.isPlain(number)) return what;
    const pages = this.data.pages, damage = this.data.damage[number];
    if (damage) return `${what} of ${this.nameOf(number)}: ${damage}`;
    return `${what} of ${this.nameOf(number)}, level ${pages.level[number]}, count ${count(pages.count[number])}, `
      + `${percent(pages.fill[number] / 1000)} full, epoch ${count(pages.epoch[number])}`;
  }

  /** Gives the pages from the root down to a page. */
  path(number) {
    const path = [number];
    for (let above = this.parents.get(number); above && path.length < 14; above = this.parents.get(above.page)) {
      path.unshift(above.page);
    }
    return path;
  }

  /** Gives the least key that may be below a child, as text. */
  least(below, i) {
    if (below.longs) return i === 0 && below.longs[0] === '-9223372036854775808' ? 'the least' : below.longs[i];
    if (below.bytes) return i === 0 ? 'the least' : '"' + textOf(below.bytes[i]) + '"';
    return '';
  }

  /** Gives the pages from the root of a collection down to the lowest one that may hold a key. */
  find(collection, key) {
    const path = [];
    for (let number = collection.root; number !== null && path.length < 14;) {
      path.push(number);
      const below = this.data.children[number];
      if (!below) break;
      const bounds = below.longs ? below.longs.map(BigInt) : below.bytes;
      if (!bounds) break;
      let low = 0, high = bounds.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (bounds[middle] <= key) low = middle + 1;
        else high = middle;
      }
      number = below.pages[Math.max(0, low - 1)];
    }
    return path;
  }
}

/** Shows bytes, given as hex digits, as text where they are some. */
function textOf(hex) {
  const bytes = Uint8Array.from(hex.match(/../g) || [], digits => parseInt(digits, 16));
  try {
    const text = new TextDecoder('utf-8', {fatal: true}).decode(bytes);
    if (!/[\u0000-\u001f\u007f-\u009f]/.test(text)) return text;
  } catch (e) {
    // No text.
  }
  return '0x' + hex;
}

/** Gives the hex digits of a key of bytes that was typed as text, or as digits behind 0x. */
function hexOf(text) {
  if (/^0x([0-9a-f]{2})*$/i.test(text)) return text.slice(2).toLowerCase();
  return Array.from(new TextEncoder().encode(text), byte => byte.toString(16).padStart(2, '0')).join('');
}
