// What is selected, which all panels show alike and the address keeps.

/** The selection: strings and numbers by name, as in #map=names&page=7&entry=3&by=fill&zoom=2. */
class View {
  /** @param complete makes a sound selection of one that is asked for, and whose values may be anything */
  constructor(complete) {
    this.complete = complete;
    this.panels = [];
    this.now = {};
    window.addEventListener('hashchange', () => this.show(this.asked()));
  }

  /** Gives what the address asks for. */
  asked() {
    return this.complete(Object.fromEntries(new URLSearchParams(location.hash.slice(1))));
  }

  /** Selects something else; what is undefined follows from the rest. */
  go(change) {
    return this.keep(change, 'pushState');
  }

  /** Changes how the same is shown, which is no step to go back. */
  adjust(change) {
    return this.keep({...this.now, ...change}, 'replaceState');
  }

  keep(change, how) {
    const {by, zoom} = this.now;
    const next = this.complete({by, zoom, ...change});
    const fields = Object.entries(next).filter(([, value]) => value !== undefined);
    const hash = '#' + new URLSearchParams(fields);
    if (hash !== (location.hash || '#')) history[how](null, '', hash);
    return this.show(next);
  }

  async show(next) {
    this.now = next;
    for (const panel of this.panels) await panel(next);
  }
}

/** Gives a whole number from 0 to below a bound, undefined for all else. */
function numberBelow(bound, value) {
  return /^\d{1,10}$/.test(value) && Number(value) < bound ? Number(value) : undefined;
}
