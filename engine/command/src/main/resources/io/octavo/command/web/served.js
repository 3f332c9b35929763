// Questions to the server of a page, each answered from one snapshot.

/** The server that a page comes from. */
class Server {
  constructor(sequence) {
    this.sequence = BigInt(sequence);
    this.renewed = () => {};
  }

  async ask(path, fields) {
    const answer = await fetch(path + '?' + new URLSearchParams(fields));
    if (!answer.ok) throw new Error(await answer.text());
    const sequence = BigInt(answer.headers.get('Octavo-Sequence'));
    const isOld = sequence < this.sequence;
    if (sequence > this.sequence) {
      this.sequence = sequence;
      this.renewed();
    }
    return {answer, isOld};
  }
}
