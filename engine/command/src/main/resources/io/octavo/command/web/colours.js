// The colours of the style sheet, for what is drawn on a canvas.

function mix(from, to, share) {
  return from.map((part, i) => Math.round(part + (to[i] - part) * share));
}

/** Colours by their names in the style sheet: as text, and as numbers for red, green and blue. */
class Palette {
  constructor(...names) {
    const css = getComputedStyle(document.documentElement), probe = document.createElement('canvas').getContext('2d');
    this.rgb = {};
    for (const name of names) {
      probe.fillStyle = this[name] = css.getPropertyValue('--' + name).trim();
      probe.fillRect(0, 0, 1, 1);
      this.rgb[name] = [...probe.getImageData(0, 0, 1, 1).data].slice(0, 3);
    }
  }
}
