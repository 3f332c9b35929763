// Questions to the server of a page, each answered from one snapshot.

/** The server that a page comes from. */
class Server {
  constructor(sequence) {
    this.sequence = BigInt(sequence);
  }

  /** Asks; returns the answer, and whether it is older than another one. */
  async ask(path, fields, options) {
    const answer = await fetch(path + '?' + new URLSearchParams(fields), options);
    if (!answer.ok) throw new Error(await answer.text());
    const sequence = BigInt(answer.headers.get('Octavo-Sequence'));
    const isOld = sequence < this.sequence;
    if (!isOld) this.sequence = sequence;
    return {answer, isOld};
  }

  async figures(path, fields, options) {
    const {answer} = await this.ask(path, fields, options);
    return answer.json();
  }
}
