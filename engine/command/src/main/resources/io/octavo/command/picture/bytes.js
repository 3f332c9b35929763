// A page of the store: its bytes as a picture, its fields, and a list of its entries.

/** Gives the parts of a page as objects; what their lists leave out is told by what stands around them. */
function partsOf(page, lists, above) {
  let end = above ? above.from : 0;
  let lastIndex = above ? above.index : -1;
  return (lists || page.parts).map(([roleIndex, gap = 0, length = 0, step = 0, name, value, meaning, target, within]) => {
    const role = page.roles[roleIndex], from = end + gap, index = lastIndex + step;
    end = from + length;
    lastIndex = index;
    const part = {role, from, to: end, index, meaning: meaning || '', page: target || 0, value: value || ''};
    part.name = name || (above || index < 0 ? role : `${role} ${index}`);
    if (!value && above && (role === 'key' || role === 'value')) {
      const arrow = above.meaning.indexOf(' -> ');
      part.value = role === 'key' ? above.meaning.slice(0, arrow) : above.meaning.slice(arrow + 4);
    } else if (!value && role === 'slot') {
      const digits = page.bytes.slice(2 * from, 2 * from + 4);
      part.value = '0x' + (digits.slice(2) + digits.slice(0, 2)).toUpperCase();
    }
    part.help = page.helps[role === 'header' || role === 'record' ? part.name : role] || '';
    part.parts = within ? partsOf(page, within, part) : [];
    return part;
  });
}

function bytesOf(page, part) {
  const shown = Math.min(part.to, part.from + 48);
  const digits = page.bytes.slice(2 * part.from, 2 * shown).match(/../g) || [];
  return digits.join(' ').toUpperCase() + (shown < part.to ? ' ...' : '');
}

const PAGE_BYTES = 8192;
const CELL = 18, LETTER = 8, ROW = 16, LEFT = 40, GAP = 12, BAND = 16 * ROW;
const QUIET = ['free', 'gap', 'padding', 'bitmap'];
const ROLE_NAMES = {
  slot: 'slots', key: 'keys', value: 'values', separator: 'separators', child: 'children', gap: 'unused'
};

/** Where a row of 32 bytes would be too small to read, rows are of 16. */
const isNarrow = window.matchMedia('(max-width: 960px)');

/** Decides where the rows of a page stand; long runs of the same part take little room. */
function rowsOf(leaves, inRow) {
  const owner = new Int32Array(PAGE_BYTES).fill(-1);
  leaves.forEach((part, i) => owner.fill(QUIET.includes(part.role) ? i : -1, part.from, part.to));
  const isQuiet = (row, part) => {
    for (let at = row * inRow; at < (row + 1) * inRow; at++) {
      if (owner[at] !== part || part < 0) return false;
    }
    return true;
  };
  const tops = [], cuts = [], rows = PAGE_BYTES / inRow;
  let y = 0;
  for (let row = 0; row < rows; row++) {
    const part = owner[row * inRow];
    let end = row;
    while (end < rows && isQuiet(end, part)) end++;
    if (end - row <= 3) {
      tops[row] = y;
      y += ROW;
    } else {
      // Within one band.
      if (y % BAND > BAND - 2 * ROW) y += ROW;
      cuts.push({y, part: leaves[part], bytes: (end - row) * inRow});
      for (let i = row; i < end; i++) tops[i] = -1;
      y += 2 * ROW;
      row = end - 1;
    }
  }
  return {tops, cuts, height: y};
}

/** Draws the bytes of a page: coloured by their part, as digits, and beside them as ASCII. */
class BytesPicture {
  /**
   * @param shown the parts of the page
   * @param leaves those of them and within them that have no others within
   * @param tell called with the part that the mouse is on
   * @param choose called with an entry that is clicked
   */
  constructor(page, shown, leaves, tell, choose) {
    this.page = page;
    this.inRow = isNarrow.matches ? 16 : 32;
    this.asciiLeft = LEFT + this.inRow * CELL + GAP;
    this.tell = tell;
    this.groups = new Map();
    const {tops, cuts, height} = rowsOf(leaves, this.inRow);
    this.tops = tops;
    this.width = this.asciiLeft + this.inRow * LETTER + 4;
    this.inner = make('div', {role: 'img', 'aria-label': 'the bytes of the page; a list of its parts stands below'});
    this.bands = [];
    for (let y = 0; y < height; y += BAND) this.bands.push(this.bandOf(y, Math.min(BAND, height - y)));
    for (const part of shown) {
      if (part.from < part.to) this.addPart(part, choose);
    }
    cuts.forEach(cut => this.addCut(cut));
    tops.forEach((y, row) => y >= 0 && this.addLetters(row, y));
    const box = {class: 'scroll', id: 'bytes', tabindex: 0, role: 'region', 'aria-label': `bytes of page ${page.number}`};
    this.box = make('div', box, this.inner);
  }

  /** Makes a strip of the picture, so that a browser need not lay out those out of sight. */
  bandOf(y, height) {
    const svg = draw('svg', {class: 'bytes', viewBox: `0 ${y} ${this.width} ${height}`, width: this.width});
    this.inner.append(make('div', {class: 'band', style: `contain-intrinsic-block-size: auto ${height}px`}, svg));
    return svg;
  }

  bandAt(y) {
    return this.bands[Math.floor(y / BAND)];
  }

  groupOf(part, band, choose) {
    const group = draw('g', {'data-part': part.name});
    if (part.index >= 0) {
      if (!this.groups.has(part.index)) this.groups.set(part.index, []);
      this.groups.get(part.index).push(group);
      group.addEventListener('click', () => choose(part.index, part));
    }
    band.append(group);
    return group;
  }

  addPart(part, choose) {
    const groups = new Map();
    for (const inner of part.parts.length ? part.parts : [part]) {
      const hover = () => this.tell(part, inner);
      for (let from = inner.from; from < inner.to;) {
        const row = Math.floor(from / this.inRow);
        const to = Math.min(inner.to, (row + 1) * this.inRow);
        if (this.tops[row] >= 0) {
          const band = this.bandAt(this.tops[row]);
          if (!groups.has(band)) groups.set(band, this.groupOf(part, band, choose));
          for (const [left, step, gap] of [[LEFT, CELL, 1], [this.asciiLeft, LETTER, 0]]) {
            groups.get(band).append(draw('rect', {
              class: 'cell r-' + inner.role, x: left + from % this.inRow * step, y: this.tops[row],
              width: (to - from) * step - gap, height: ROW - 2, onmouseenter: hover
            }));
          }
        }
        from = to;
      }
    }
  }

  addCut(cut) {
    const says = cut.part.role === 'bitmap' ? `${cut.part.name} ${cut.part.value}` : cut.part.name;
    const width = this.asciiLeft + this.inRow * LETTER - LEFT;
    this.bandAt(cut.y).append(
      draw('rect', {class: 'cell r-' + cut.part.role, x: LEFT, y: cut.y, width, height: 2 * ROW - 2, onmouseenter: () => this.tell(cut.part)}),
      draw('text', {class: 'cut', x: LEFT + width / 2, y: cut.y + ROW + 3}, `${count(cut.bytes)} bytes: ${says}`));
  }

  addLetters(row, top) {
    const digits = this.page.bytes.slice(2 * row * this.inRow, 2 * (row + 1) * this.inRow).match(/../g);
    const letters = digits.map(pair => {
      const code = parseInt(pair, 16);
      return code > 0x20 && code < 0x7F ? String.fromCharCode(code) : code === 0x20 ? '\u00a0' : '·';
    });
    const y = top + 11;
    this.bandAt(top).append(
      draw('text', {class: 'offset', x: LEFT - 6, y}, String(row * this.inRow)),
      draw('text', {class: 'hex', x: LEFT + 2, y, textLength: this.inRow * CELL - 6}, digits.join(' ').toUpperCase()),
      draw('text', {class: 'hex ascii', x: this.asciiLeft + 1, y, textLength: this.inRow * LETTER - 2}, letters.join('')));
  }

  /** Marks an entry, and no other. */
  mark(index) {
    this.inner.querySelectorAll('g.on').forEach(group => group.classList.remove('on'));
    const groups = this.groups.get(index) || [];
    groups.forEach(group => group.classList.add('on'));
    // The last is the entry, those before are what refers to it.
    const rect = groups.length ? groups[groups.length - 1].querySelector('rect') : null;
    if (rect) this.box.scrollTop = Number(rect.getAttribute('y')) - 120;
  }
}

function legendOf(leaves, map) {
  const sums = new Map();
  leaves.forEach(part => sums.set(part.role, (sums.get(part.role) || 0) + part.to - part.from));
  const legend = make('div', {class: 'legend', id: 'roles'}, map ? make('b', {}, map) : null);
  sums.forEach((bytes, role) => {
    if (bytes) legend.append(make('span', {}, swatch('r-' + role), `${ROLE_NAMES[role] || role} ${count(bytes)}`));
  });
  return legend;
}

function fieldsOf(shown) {
  const fields = make('div', {class: 'fields'});
  for (const part of shown) {
    if (part.role === 'header') {
      const meaning = part.name === 'kind' || part.name === 'crc' || part.name === 'flags' ? ' ' + part.meaning : '';
      fields.append(make('div', {title: part.help}, make('span', {}, part.name), make('b', {}, part.value + meaning)));
    }
  }
  return fields;
}

/** Makes a link to a page that something refers to. */
function linkTo(target, text, follow) {
  return make('a', {href: '#page=' + target, onclick: event => {
    event.preventDefault();
    event.stopPropagation();
    follow(target);
  }}, text);
}

/**
 * Shows a page.
 *
 * @param page its data
 * @param map what it belongs to, null where that is not known
 * @param chosen called with the number of an entry that is clicked
 * @param follow called with the number of a page that is referred to, null where none can be shown
 * @return the element, and what marks an entry of it
 */
function showPage(page, map, chosen, follow) {
  const parts = partsOf(page);
  const shown = parts.filter(part => part.role !== 'note');
  const leaves = shown.flatMap(part => part.parts.length ? part.parts : [part]);
  leaves.sort((a, b) => a.from - b.from);
  const about = make('div', {class: 'about', role: 'status'}, 'Point at a byte, or click an entry.');

  function tell(part, inner) {
    const what = inner && inner !== part ? inner : part;
    const title = what === part ? part.name : part.name + ', ' + what.name;
    about.replaceChildren(make('b', {}, title), ` bytes ${what.from}-${what.to - 1} `);
    const says = [what.value, what.meaning].filter(text => text).join(', ');
    if (says) about.append(' ', says);
    if (part !== what && part.meaning) about.append(' (', part.meaning, ')');
    about.append(make('div', {class: 'mono'}, bytesOf(page, what)));
    if (what.help) about.append(make('div', {}, what.help));
    const target = what.page || part.page;
    if (target && follow) about.append(linkTo(target, 'go to page ' + target, follow));
  }

  function mark(index, part) {
    picture.mark(index);
    list.querySelectorAll('.found').forEach(row => row.classList.remove('found'));
    const row = list.querySelector(`[data-entry="${index}"]`);
    if (row) {
      row.classList.add('found');
      list.scrollTop = row.offsetTop - 120;
    }
    const entry = part || shown.find(p => p.role !== 'slot' && p.index === index);
    if (entry) tell(entry);
  }

  const choose = (index, part) => {
    mark(index, part);
    chosen(index);
  };
  const picture = new BytesPicture(page, shown, leaves, tell, choose);
  const list = listOf(shown, parts, page, choose, follow);
  return {element: make('div', {}, legendOf(leaves, map), fieldsOf(shown), picture.box, about, list), mark};
}

/** Lists the entries of a page, or what else stands behind its header. */
function listOf(shown, parts, page, choose, follow) {
  const slots = new Map(shown.filter(part => part.role === 'slot').map(part => [part.index, part]));
  const entries = parts.filter(part => part.role !== 'header' && part.role !== 'slot');
  const body = make('tbody', {});
  for (const part of entries) {
    const slot = part.role === 'entry' ? slots.get(part.index) : null;
    const target = part.page || (part.parts.find(inner => inner.page) || {}).page;
    const says = part.role === 'note' ? part.value.trim()
      : [part.value, part.meaning].filter(text => text).join(', ');
    const row = make('tr', {
      class: 'entry', 'data-entry': part.index >= 0 ? part.index : null,
      onclick: () => part.index >= 0 && choose(part.index, part)
    },
    make('td', {class: 'n'}, part.role === 'note' ? '' : `${part.from}-${part.to - 1}`),
    make('td', {}, part.name),
    make('td', {class: 'wide'}, says, target && follow ? ' ' : null,
      target && follow ? linkTo(target, 'open', follow) : null),
    make('td', {class: 'mono wide'}, slot ? slot.meaning : part.role === 'note' ? '' : bytesOf(page, part)));
    body.append(row);
  }
  const head = make('tr', {}, make('th', {class: 'n'}, 'bytes'), make('th', {}, 'part'),
    make('th', {}, 'says'), make('th', {}, slots.size ? 'slot' : 'bytes'));
  const list = make('div', {class: 'list', tabindex: 0, role: 'region', 'aria-label': 'parts of the page; arrow keys move over entries'},
    make('table', {}, make('thead', {}, head), body));
  list.addEventListener('keydown', event => {
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (!step) return;
    event.preventDefault();
    const rows = [...body.querySelectorAll('[data-entry]')];
    const at = rows.findIndex(row => row.classList.contains('found'));
    const next = rows[at < 0 ? 0 : at + step];
    if (next) next.click();
  });
  return list;
}
