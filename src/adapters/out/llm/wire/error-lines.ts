const NAME = 'error:';

/**
 * Turns a line `error: {…}` of an event stream, as llama.cpp sends it, into the event that it means; the parser would
 * drop it as an unknown field. Holds back a line that may become one until it is known.
 */
export class ErrorLines {
  #isLineBegun = false;
  #held = '';

  next(text: string): string {
    const all = this.#held + text;
    const lastLine = Math.max(all.lastIndexOf('\n'), all.lastIndexOf('\r')) + 1;
    const isWholeLine = lastLine > 0 || !this.#isLineBegun;
    const mayBecomeOne =
      isWholeLine && all.length - lastLine < NAME.length && NAME.startsWith(all.slice(lastLine));
    this.#held = mayBecomeOne ? all.slice(lastLine) : '';
    const ready = mayBecomeOne ? all.slice(0, lastLine) : all;
    const named = ready.includes(NAME)
      ? ready.replaceAll(this.#isLineBegun ? AFTER_A_BREAK : AT_THE_START, 'event: error\ndata:')
      : ready;
    this.#isLineBegun = ready === '' ? this.#isLineBegun : !/[\r\n]$/u.test(ready);
    return named;
  }
}

const AFTER_A_BREAK = /(?<=[\r\n])error:/gu;
const AT_THE_START = /(?<=^|[\r\n])error:/gu;
