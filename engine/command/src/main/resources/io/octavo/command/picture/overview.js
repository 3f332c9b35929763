// The overview: what takes the room, and what each map is made of.

/** Makes a table; # marks a column of numbers, % one of bars. */
function table(heads, rows) {
  const style = head => head.startsWith('#') ? 'n' : head.startsWith('%') ? 'bar' : 'wide';
  const head = make('tr', {}, ...heads.map(text => make('th', {class: style(text)}, text.replace(/^[#%]/, ''))));
  const body = rows.map(row => make('tr', {}, ...row.map((cell, i) => make('td', {class: style(heads[i])}, cell))));
  return make('table', {}, make('thead', {}, head), make('tbody', {}, ...body));
}

function bar(share, style) {
  const width = Math.max(share > 0 ? 0.5 : 0, 100 * share);
  return draw('svg', {width: '100%', height: 10, viewBox: '0 0 100 10', preserveAspectRatio: 'none'},
    draw('rect', {class: 'u-free', width: 100, height: 10}),
    draw('rect', {class: style, width, height: 10}));
}

/** A strip of shares; what they are stands below. */
function strip(shares) {
  const whole = shares.reduce((sum, share) => sum + share.size, 0) || 1;
  const svg = draw('svg', {class: 'strip', viewBox: '0 0 1000 26', preserveAspectRatio: 'none'});
  const legend = make('div', {class: 'legend'});
  let x = 0;
  for (const share of shares) {
    if (!share.size) continue;
    const width = 1000 * share.size / whole;
    svg.append(draw('rect', {class: share.style, x, width, height: 26},
      draw('title', {}, `${share.name}: ${share.says}`)));
    legend.append(make('span', {}, swatch(share.style), `${share.name} ${share.says}, ${percent(share.size / whole)}`));
    x += width;
  }
  return make('div', {}, svg, legend);
}

function histogram(bars, style) {
  const most = Math.max(1, ...bars.map(one => one.count));
  const width = 50;
  const svg = draw('svg', {width: '100%', height: 110, viewBox: `0 0 ${bars.length * width} 110`});
  bars.forEach((one, i) => {
    const height = one.count ? Math.max(1.5, 74 * one.count / most) : 0;
    svg.append(
      draw('rect', {class: style(i), x: i * width + 3, y: 90 - height, width: width - 6, height, rx: 2},
        draw('title', {}, `${one.name}: ${count(one.count)}`)),
      draw('text', {class: 'dim', x: i * width + width / 2, y: 84 - height, 'text-anchor': 'middle', 'font-size': 9,
        style: 'font-size:9px'}, one.count ? count(one.count) : ''),
      draw('text', {class: 'dim', x: i * width + width / 2, y: 103, style: 'font-size:8.5px;text-anchor:middle'}, one.name));
  });
  return svg;
}

/** The largest maps have a section of their own, all of them a line. */
const MAPS_IN_DETAIL = 12;

function overview(data, trees, view) {
  const stat = data.stat;
  const problems = data.problems;
  if (problems.length) {
    const items = problems.slice(0, 50).map(text => make('li', {}, text));
    section('problems', 'Damage', make('ul', {}, ...items)).classList.add('alarms');
  }
  if (!stat) return;
  const card = (value, name) => make('div', {class: 'card'}, make('b', {}, value), make('span', {}, name));
  const entries = stat.maps.reduce((sum, map) => sum + (map.entries || 0), 0);
  section('overview', 'Overview',
    make('div', {class: 'cards'},
      card(count(entries), 'entries'), card(count(stat.maps.length), 'maps'),
      card(count(stat.fileBytes), 'bytes'), card(count(stat.livePages), 'pages in use'),
      card(count(stat.freePages), 'pages free'),
      ...(stat.unreachedPages ? [card(count(stat.unreachedPages), 'pages unreached')] : []), card(count(stat.commits), 'commits'),
      card(count(stat.epoch), 'checkpoints')),
    make('h3', {}, 'Pages by kind'),
    strip(data.uses.map((name, i) => ({
      name, style: 'u-' + data.styles[i], size: stat.pagesByUse[name] || 0,
      says: count(stat.pagesByUse[name] || 0)
    }))),
    make('h3', {}, 'Maps'),
    make('div', {id: 'maps'}, table(['name', 'type', '#entries', '#levels', '#bytes', '#bytes an entry', '#fill', '%of the file'],
      stat.maps.map(map => {
        const collection = trees.mapNamed(map.name);
        const link = make('a', {href: '#' + new URLSearchParams({map: map.name}), 'data-map': map.name, onclick: event => {
          event.preventDefault();
          view.go({map: map.name});
        }}, map.name);
        return [link, collection.type, map.entries === null ? 'unknown' : count(map.entries), count(map.depth), count(map.bytes.total),
          map.bytesPerEntry === null ? '' : map.bytesPerEntry.toLocaleString('en-US', {minimumFractionDigits: 2, maximumFractionDigits: 2}), percent(map.fill),
          bar(map.bytes.total / stat.fileBytes, 'u-leaf')];
      }))));
  const largest = stat.maps.filter(map => map.treeEntries).sort((a, b) => b.bytes.total - a.bytes.total);
  largest.slice(0, MAPS_IN_DETAIL).forEach(mapSection);
  view.panels.push(now => {
    document.querySelectorAll('#maps [data-map]').forEach(link => {
      const isOn = link.dataset.map === now.map;
      link.closest('tr').classList.toggle('found', isOn);
      link.setAttribute('aria-current', isOn);
    });
    document.querySelectorAll('section[data-map]').forEach(one => one.classList.toggle('on', one.dataset.map === now.map));
  });
}

function mapSection(map) {
  const parts = map.entryBytes;
  const roles = [
    ['keys', parts.keys, 'r-key'], ['values', parts.values, 'r-value'], ['lengths', parts.lengths, 'r-lengths'],
    ['prefixes', parts.prefixes, 'r-prefix'], ['padding', parts.padding, 'r-padding'], ['slots', map.bytes.slots, 'r-slot'],
    ['headers', map.bytes.headers, 'r-header'], ['free', map.bytes.free, 'r-free'],
    ['branches', map.bytes.branches, 'u-branch'], ['large values', map.bytes.largeValues, 'u-overflow'],
    ['index', map.bytes.index, 'u-summed-branch']
  ];
  const content = [
    make('h3', {}, 'Bytes'),
    strip(roles.map(([name, size, style]) => ({name, size, style, says: count(size)}))),
    make('div', {class: 'two'},
      make('div', {}, make('h3', {}, 'Leaves by fill'),
        histogram(map.leavesByTenth.map((leaves, i) => ({name: `${i * 10}-${i * 10 + 10} %`, count: leaves})), i => 'fill-' + i)),
      make('div', {}, make('h3', {}, 'Leaves by number of entries'),
        histogram(map.entriesPerLeaf.histogram.map(one => ({
          name: one.from === one.to ? String(one.from) : `${one.from}-${one.to}`, count: one.leaves
        })), () => 'u-leaf'))),
    make('h3', {}, 'Levels'),
    table(['level', '#pages', '#min', '#median', '#max', '#fill', '%'], map.levels.slice().reverse().map(level => [
      level.level ? level.level + ', children' : '0, entries', count(level.pages), count(level.least),
      count(level.median), count(level.most), percent(level.fill), bar(level.fill, level.level ? 'u-branch' : 'u-leaf')])),
    make('p', {class: 'say'}, `${percent(map.clustering.forward)} of the leaves follow their predecessor in the file, `
      + `${percent(map.clustering.next)} adjacent. ${count(map.fallbackEntries)} entries `
      + `(${percent(map.fallbackEntries / map.treeEntries)}) store their lengths in the entry.`)
  ];
  if (map.largestValues.length) {
    content.push(make('h3', {}, 'Largest values'),
      table(['key', '#bytes'], map.largestValues.map(value => [value.key, count(value.bytes)])));
  }
  const element = make('section', {'data-map': map.name}, make('h2', {}, 'Map ' + map.name), ...content);
  document.getElementById('main').append(element);
}

