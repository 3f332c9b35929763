'use strict';
// What all pages share.

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

const wholeNumbers = new Intl.NumberFormat('en-US');

function count(number) {
  return wholeNumbers.format(typeof number === 'bigint' ? number : Number(number));
}

function percent(share) {
  return (100 * share).toFixed(1) + ' %';
}

function swatch(style) {
  const rect = draw('rect', {class: style, width: 11, height: 11, rx: 2});
  return draw('svg', {width: 11, height: 11}, rect);
}

/** Unpacks bytes that Java's Deflater has packed, in base64. */
function inflate(text) {
  const bytes = Uint8Array.from(atob(text), character => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')));
}

async function unpack(text) {
  return JSON.parse(await inflate(text).text());
}

window.addEventListener('error', event => { document.documentElement.dataset.error = event.message; });
window.addEventListener('unhandledrejection', event => { document.documentElement.dataset.error = String(event.reason); });
