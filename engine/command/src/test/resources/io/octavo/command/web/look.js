// Returns what cannot be read: text of too little contrast, words broken by the edge, what must be scrolled sideways.
const problems = [];
const parse = colour => {
  const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
  return {rgb: [r, g, b], a};
};
const luminance = rgb => rgb.map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
  .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const contrast = (a, b) => {
  const [low, high] = [luminance(parse(a).rgb), luminance(parse(b).rgb)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};
const ground = one => {
  for (let at = one; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (parse(colour).a === 1) return colour;
    check('a colour being opaque', parse(colour).a === 0);
  }
  return 'rgb(255, 255, 255)';
};
const isSeen = one => one.getClientRects().length > 0 && getComputedStyle(one).visibility === 'visible';
let texts = 0;
const compare = (what, colour, behind) => {
  texts++;
  check('text being opaque', parse(colour).a === 1);
  const ratio = contrast(colour, behind);
  if (!(ratio >= 4.5)) problems.push(`${ratio.toFixed(2)} ${colour} on ${behind}: ${what.slice(0, 60)}`);
};

const walker = document.createTreeWalker(document.body || root, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode, parent = node.parentElement;
  if (!node.data.trim() || parent.closest('svg, script, style, noscript') || !isSeen(parent)) continue;
  compare(node.data, getComputedStyle(parent).color, ground(parent));
  for (const word of node.data.matchAll(/[A-Za-z]{2,20}/g)) {
    const range = document.createRange();
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    const tops = new Set([...range.getClientRects()].filter(box => box.width > 0).map(box => Math.round(box.top)));
    if (tops.size > 1) problems.push(`broken: ${word[0]} in ${node.data.slice(0, 60)}`);
  }
}
for (const one of document.querySelectorAll('[placeholder]')) {
  compare(one.placeholder, getComputedStyle(one, '::placeholder').color, ground(one));
}
for (const svg of document.querySelectorAll('svg')) {
  if (svg.parentElement && svg.parentElement.closest('svg') || !isSeen(svg)) continue;
  const number = (one, name) => Number(one.getAttribute(name) || 0);
  const rects = [...svg.querySelectorAll('rect')].map(one => ({
    x: number(one, 'x'), y: number(one, 'y'), width: number(one, 'width'), height: number(one, 'height'), one
  }));
  const fills = new Map();
  const fill = one => {
    const style = one.getAttribute('class');
    if (!fills.has(style)) fills.set(style, getComputedStyle(one).fill);
    return fills.get(style);
  };
  for (const text of svg.querySelectorAll('text')) {
    if (!text.textContent.trim()) continue;
    const box = text.getBBox(), y = box.y + box.height / 2;
    const row = rects.filter(rect => rect.y <= y && y < rect.y + rect.height);
    const behind = new Set();
    for (let x = box.x + 1; x < box.x + box.width; x += 4) {
      const top = row.filter(rect => rect.x <= x && x < rect.x + rect.width).pop();
      behind.add(top ? fill(top.one) : ground(svg));
    }
    behind.forEach(colour => compare(text.textContent, getComputedStyle(text).fill, colour));
  }
}
if (document.body) {
  if (document.scrollingElement.scrollWidth > innerWidth) {
    problems.push(`the page is ${document.scrollingElement.scrollWidth} wide of ${innerWidth}`);
  }
  for (const one of document.body.querySelectorAll('*')) {
    if (one.closest('svg') || ['inline', 'none', 'contents'].includes(getComputedStyle(one).display)) continue;
    if (one.scrollWidth > one.clientWidth + 1 && !['SELECT', 'INPUT', 'TABLE', 'TR', 'THEAD', 'TBODY'].includes(one.tagName)) {
      problems.push(`${one.tagName} ${one.id} ${one.className} is ${one.scrollWidth} wide of ${one.clientWidth}: ${one.textContent.slice(0, 40)}`);
    }
  }
}
check('there being text', texts > 5);
return [...new Set(problems)];
