// The trees of a store: what is above and below a page, and the way to a key.

class Trees {
  constructor(data) {
    this.data = data;
    this.parents = new Map();
    for (const [number, below] of Object.entries(data.children)) {
      below.pages.forEach((child, i) => this.parents.set(child, {page: Number(number), index: i}));
    }
    this.names = new Map(data.collections.map(collection => [collection.id, collection]));
    this.maps = data.collections.filter(collection => !collection.own);
    // The first pages of the file, and roots wherever they are.
    this.shown = Array.from({length: data.firstPages}, (_, i) => i).concat(data.rootsBeyond);
    this.beyond = new Map(data.rootsBeyond.map((number, i) => [number, data.firstPages + i]));
  }

  /** Gives what is known of a page, undefined where it is not here. */
  column(name, number) {
    return this.data.pages[name][this.tileOf(number)];
  }

  /** Gives the place of a page among those that are shown, -1 if it is not. */
  tileOf(number) {
    return number < this.data.firstPages ? number : this.beyond.has(number) ? this.beyond.get(number) : -1;
  }

  label(number) {
    const use = this.column('use', number);
    return use === undefined ? 'behind what is shown here' : this.data.uses[use];
  }

  style(number) {
    const use = this.column('use', number);
    return 'u-' + (use === undefined ? 'other' : this.data.styles[use]);
  }

  nameOf(number) {
    const owner = this.column('owner', number);
    const collection = this.names.get(owner);
    return collection ? collection.name : owner ? 'collection ' + owner : 'the store';
  }

  mapNamed(name) {
    return this.maps.find(map => map.name === name);
  }

  /** Gives the map that a page belongs to, also as a part of a large value; undefined for pages of the store. */
  mapOf(number) {
    if (this.isPlain(number)) return undefined;
    const collection = this.names.get(this.column('owner', number));
    return collection && this.names.get(collection.map);
  }

  isPlain(number) {
    return ['free', 'ring', 'unreached', 'missing', 'behind what is shown here'].includes(this.label(number));
  }

  /** Says what a page is, in a line. */
  about(number) {
    const what = `page ${number}: ${this.label(number)}`;
    if (this.isPlain(number)) return what;
    const damage = this.data.damage[number];
    if (damage) return `${what} of ${this.nameOf(number)}: ${damage}`;
    const [level, entries, fill, epoch] = ['level', 'count', 'fill', 'epoch'].map(name => this.column(name, number));
    return `${what} of ${this.nameOf(number)}, level ${level}, count ${count(entries)}, ${percent(fill / 1000)} full, epoch ${count(epoch)}`;
  }

  /** Gives the pages from the root down to a page. */
  path(number) {
    const path = [number];
    for (let above = this.parents.get(number); above && path.length < 14; above = this.parents.get(above.page)) {
      path.unshift(above.page);
    }
    return path;
  }

  /** Gives the least key that may be below a child of a page, as text. */
  least(number, i) {
    const below = this.data.children[number];
    if (i === 0) {
      // The first separator of a page is no bound.
      const above = this.parents.get(number);
      return above ? this.least(above.page, above.index) : 'the least';
    }
    if (below.longs) return below.longs[i];
    if (!below.bytes) return '';
    const collection = this.names.get(this.column('owner', number));
    return collection && collection.type === 'postings' ? 'list ' + numberOf(below.bytes[i])
      : '"' + textOf(below.bytes[i]) + (this.isCut(below.bytes[i]) ? '...' : '') + '"';
  }

  /** Tells whether only the beginning of a separator may be here. */
  isCut(separator) {
    return this.data.separatorBytes !== null && separator.length === 2 * this.data.separatorBytes;
  }

  /** Gives the pages that may hold keys from one to another, both included, in the order of the keys. */
  find(collection, from, to) {
    const pages = [];
    const atMost = (bound, key) => bound <= key;
    const isSure = (bound, key) => bound <= key && !(typeof key === 'string' && this.isCut(bound) && key.startsWith(bound));
    const last = (bounds, isBelow, key) => {
      let low = 1, high = bounds.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (isBelow(bounds[middle], key)) low = middle + 1;
        else high = middle;
      }
      return low - 1;
    };
    const visit = (number, depth) => {
      const below = this.data.children[number];
      if (!below || depth > 13 || !(below.longs || below.bytes)) {
        pages.push(number);
        return;
      }
      const bounds = below.longs ? below.longs.map(BigInt) : below.bytes;
      const end = last(bounds, atMost, to);
      for (let i = last(bounds, isSure, from); i <= end; i++) visit(below.pages[i], depth + 1);
    };
    visit(collection.root, 0);
    return pages;
  }
}

const ESCAPES = {9: '\\t', 10: '\\n', 13: '\\r', 92: '\\\\'};

/** Shows bytes, given as hex digits, as the command does: text, and escapes for what is none. */
function textOf(hex) {
  const bytes = Uint8Array.from(hex.match(/../g) || [], digits => parseInt(digits, 16));
  const decoder = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});
  let text = '';
  for (let i = 0; i < bytes.length;) {
    const first = bytes[i], length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    let character = null;
    try {
      character = decoder.decode(bytes.subarray(i, i + length));
    } catch (e) {
      // No text.
    }
    if (character !== null && !/[\u0000-\u001f\u007f-\u009f\ufeff\\]/.test(character)) {
      text += character;
      i += length;
    } else {
      const count = character === null ? 1 : length;
      for (const byte of bytes.subarray(i, i + count)) {
        text += ESCAPES[byte] || '\\x' + byte.toString(16).padStart(2, '0');
      }
      i += count;
    }
  }
  return text;
}

/** Gives the hex digits of a key of bytes that was typed as text with escapes; null if one is malformed. */
function hexOf(text) {
  let hex = '';
  for (const [part] of text.matchAll(/\\x[0-9a-fA-F]{2}|\\[tnr\\]|[^\\]+|\\/g)) {
    if (part === '\\') return null;
    if (part[0] !== '\\') {
      hex += Array.from(new TextEncoder().encode(part), byte => byte.toString(16).padStart(2, '0')).join('');
    } else {
      hex += part[1] === 'x' ? part.slice(2).toLowerCase() : {t: '09', n: '0a', r: '0d', '\\': '5c'}[part[1]];
    }
  }
  return hex;
}

/** Gives the hex digits of an ordered number, as the keys of posting lists have it. */
function orderedHex(number) {
  const isNegative = number < 0n;
  const magnitude = isNegative ? -number - 1n : number;
  let form = 0;
  while (form < 7 && magnitude >= 1n << BigInt(6 + 7 * form)) form++;
  const length = form === 7 ? 9 : form + 1;
  // As many ones as bytes, then a zero, then the number.
  const marks = form === 7 ? 0xFFn << 64n : (0xFFn << BigInt(7 - form) & 0xFFn) << BigInt(8 * form);
  const bits = marks | magnitude;
  const all = (1n << BigInt(8 * length)) - 1n;
  return (isNegative ? bits ^ all : bits).toString(16).padStart(2 * length, '0');
}

/** Gives the ordered number that hex digits begin with, the least one where they are cut off within it. */
function numberOf(hex) {
  const first = parseInt(hex.slice(0, 2), 16), isNegative = first < 0x80;
  let form = -1;
  for (let bits = isNegative ? first ^ 0xFF : first; form < 7 && bits & 0x80; bits <<= 1) form++;
  const length = form === 7 ? 9 : form + 1;
  let bits = BigInt('0x' + hex.padEnd(18, '0').slice(0, 2 * length));
  if (isNegative) bits ^= (1n << BigInt(8 * length)) - 1n;
  const magnitude = bits & (form === 7 ? (1n << 64n) - 1n : (1n << BigInt(6 + 7 * form)) - 1n);
  return isNegative ? -magnitude - 1n : magnitude;
}
