'use strict';
// A page of the store: its bytes as a picture, its fields, and a list of its entries.

/** Makes an element; text is always text, never markup. */
function make(name, attributes, ...content) {
  const element = document.createElement(name);
  return fill(element, attributes, content);
}

/** Makes an element of a picture. */
function draw(name, attributes, ...content) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  return fill(element, attributes, content);
}

function fill(element, attributes, content) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value);
    }
  }
  element.append(...content.filter(part => part !== null && part !== undefined));
  return element;
}

function count(number) {
  return Number(number).toLocaleString('en-US');
}

function percent(share) {
  return (100 * share).toFixed(1) + ' %';
}

function swatch(style) {
  const rect = draw('rect', {class: style, width: 11, height: 11, rx: 2});
  return draw('svg', {width: 11, height: 11}, rect);
}

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

const IN_ROW = 64, CELL = 12, ROW = 13, LEFT = 40;
const QUIET = ['free', 'gap', 'padding', 'bitmap'];
const ROLE_NAMES = {
  slot: 'slots', key: 'keys', value: 'values', separator: 'separators', child: 'children', gap: 'unused'
};

/** Decides where the rows of a page stand; long runs of the same part take little room. */
function rowsOf(leaves) {
  const owner = new Int32Array(8192).fill(-1);
  leaves.forEach((part, i) => owner.fill(QUIET.includes(part.role) ? i : -1, part.from, part.to));
  const isQuiet = (row, part) => {
    for (let at = row * IN_ROW; at < (row + 1) * IN_ROW; at++) {
      if (owner[at] !== part || part < 0) return false;
    }
    return true;
  };
  const tops = [], cuts = [];
  let y = 4;
  for (let row = 0; row < 128; row++) {
    const part = owner[row * IN_ROW];
    let end = row;
    while (end < 128 && isQuiet(end, part)) end++;
    if (end - row <= 3) {
      tops[row] = y;
      y += ROW;
    } else {
      cuts.push({y, part: leaves[part], bytes: (end - row) * IN_ROW});
      tops.fill(-1, row, end);
      for (let i = row; i < end; i++) tops[i] = -1;
      y += 2 * ROW;
      row = end - 1;
    }
  }
  return {tops, cuts, height: y + 4};
}

/**
 * Shows a page.
 *
 * @param page its data
 * @param follow called with the number of a page that is referred to, null where none can be shown
 */
function showPage(page, follow) {
  const parts = partsOf(page);
  const shown = parts.filter(part => part.role !== 'note');
  const leaves = shown.flatMap(part => part.parts.length ? part.parts : [part]);
  leaves.sort((a, b) => a.from - b.from);
  const about = make('div', {class: 'about'}, 'Point at a byte, or click an entry.');
  const {tops, cuts, height} = rowsOf(leaves);
  const svg = draw('svg', {class: 'bytes', viewBox: `0 0 ${LEFT + IN_ROW * CELL + 4} ${height}`});
  const groups = new Map();
  let selected = null;

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
    if (target && follow) {
      about.append(make('a', {href: '#page-' + target, onclick: event => {
        event.preventDefault();
        follow(target);
      }}, 'go to page ' + target));
    }
  }

  function select(index, part) {
    if (selected !== null) {
      (groups.get(selected) || []).forEach(group => group.classList.remove('on'));
      const row = list.querySelector('.found');
      if (row) row.classList.remove('found');
    }
    selected = index;
    (groups.get(index) || []).forEach(group => group.classList.add('on'));
    const row = list.querySelector(`[data-entry="${index}"]`);
    if (row) {
      row.classList.add('found');
      row.parentElement.parentElement.parentElement.scrollTop = row.offsetTop - 120;
    }
    tell(part || shown.find(p => p.role === 'entry' && p.index === index) || shown[0]);
  }

  for (const part of shown) {
    if (part.from === part.to) continue;
    const group = draw('g', {'data-part': part.name});
    if (part.index >= 0) {
      if (!groups.has(part.index)) groups.set(part.index, []);
      groups.get(part.index).push(group);
      group.addEventListener('click', () => select(part.index, part));
    }
    for (const inner of part.parts.length ? part.parts : [part]) {
      const hover = () => tell(part, inner);
      for (let from = inner.from; from < inner.to;) {
        const row = Math.floor(from / IN_ROW);
        const to = Math.min(inner.to, (row + 1) * IN_ROW);
        if (tops[row] >= 0) {
          group.append(draw('rect', {
            class: 'cell r-' + inner.role, x: LEFT + from % IN_ROW * CELL, y: tops[row],
            width: (to - from) * CELL - 1, height: ROW - 2, onmouseenter: hover
          }));
        }
        from = to;
      }
    }
    svg.append(group);
  }
  for (const cut of cuts) {
    const says = cut.part.role === 'bitmap' ? `${cut.part.name} ${cut.part.value}` : cut.part.name;
    svg.append(
      draw('rect', {class: 'cell r-' + cut.part.role, x: LEFT, y: cut.y, width: IN_ROW * CELL - 1,
        height: 2 * ROW - 2, onmouseenter: () => tell(cut.part)}),
      draw('text', {class: 'cut', x: LEFT + IN_ROW * CELL / 2, y: cut.y + ROW + 3},
        `${count(cut.bytes)} bytes: ${says}`));
  }
  tops.forEach((y, row) => {
    if (y >= 0) svg.append(draw('text', {class: 'offset', x: LEFT - 6, y: y + 10}, String(row * IN_ROW)));
  });

  const sums = new Map();
  leaves.forEach(part => sums.set(part.role, (sums.get(part.role) || 0) + part.to - part.from));
  const legend = make('div', {class: 'legend'});
  sums.forEach((bytes, role) => {
    if (bytes) legend.append(make('span', {}, swatch('r-' + role), `${ROLE_NAMES[role] || role} ${count(bytes)}`));
  });

  const fields = make('div', {class: 'fields'});
  for (const part of shown) {
    if (part.role === 'header') {
      const meaning = part.name === 'kind' || part.name === 'crc' || part.name === 'flags' ? ' ' + part.meaning : '';
      fields.append(make('div', {title: part.help}, make('span', {}, part.name), make('b', {}, part.value + meaning)));
    }
  }

  const list = listOf(shown, parts, page, select, follow);
  return make('div', {}, fields, svg, legend, about, list);
}

/** Lists the entries of a page, or what else stands behind its header. */
function listOf(shown, parts, page, select, follow) {
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
      onclick: () => part.index >= 0 && select(part.index, part)
    },
    make('td', {class: 'n'}, part.role === 'note' ? '' : `${part.from}-${part.to - 1}`),
    make('td', {}, part.name),
    make('td', {class: 'wide'}, says, target && follow ? ' ' : null,
      target && follow ? make('a', {href: '#page-' + target, onclick: event => {
        event.preventDefault();
        event.stopPropagation();
        follow(target);
      }}, 'open') : null),
    make('td', {class: 'mono wide'}, slot ? slot.meaning : part.role === 'note' ? '' : bytesOf(page, part)));
    body.append(row);
  }
  const head = make('tr', {}, make('th', {class: 'n'}, 'bytes'), make('th', {}, 'part'),
    make('th', {}, 'says'), make('th', {}, slots.size ? 'slot' : 'bytes'));
  return make('div', {class: 'list'}, make('table', {}, make('thead', {}, head), body));
}
