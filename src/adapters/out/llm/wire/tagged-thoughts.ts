type State = 'before' | 'thoughts' | 'between' | 'answer';

/** A piece of an answer, told apart. */
interface Piece {
  readonly type: 'text' | 'thinking';
  readonly text: string;
}

/** The marks in which models write their thoughts, in small letters; a server that knows its model splits them off itself. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ...['think', 'thinking', 'thought', 'thoughts', 'reasoning', 'seed:think'].map((name): [string, string] => [
    `<${name}>`,
    `</${name}>`,
  ]),
  ['[think]', '[/think]'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
]);
const LONGEST = Math.max(...Array.from(MARKS.keys(), ({ length }) => length));

/**
 * Splits off thoughts that a model wrote into its text, in marks at its very beginning. Marks anywhere else are text:
 * an answer may be about them. Thoughts without an end are thoughts to the end.
 */
export class TaggedThoughts {
  #state: State = 'before';
  /** The beginning of a mark, perhaps, or white space that may belong to one. */
  #held = '';
  #end = '';

  /** The pieces of the next text, as far as it is known what they are. */
  next(text: string): readonly Piece[] {
    if (this.#state === 'answer') return pieceOf('text', text);
    this.#held += text;
    if (this.#state === 'before') this.#begin();
    const thoughts = this.#state === 'thoughts' ? this.#thoughts() : [];
    if (this.#state === 'between') {
      this.#held = this.#held.trimStart();
      if (this.#held !== '') this.#state = 'answer';
    }
    return this.#is('answer') ? [...thoughts, ...this.rest()] : thoughts;
  }

  /** What was held back; after the last text. The beginning of an end mark is not part of the thoughts. */
  rest(): readonly Piece[] {
    return this.#is('thoughts') ? [] : pieceOf('text', this.#taken(this.#held.length));
  }

  #begin(): void {
    const small = inSmallLetters(this.#held.trimStart().slice(0, LONGEST));
    const opening = Array.from(MARKS.keys()).find((mark) => small.startsWith(mark));
    if (opening !== undefined) {
      this.#state = 'thoughts';
      this.#end = MARKS.get(opening) ?? '';
      this.#held = this.#held.trimStart().slice(opening.length);
    } else if (!Array.from(MARKS.keys()).some((mark) => mark.startsWith(small))) this.#state = 'answer';
  }

  #thoughts(): readonly Piece[] {
    const all = inSmallLetters(this.#held);
    const at = all.indexOf(this.#end);
    if (at >= 0) {
      const said = this.#taken(at);
      this.#held = this.#held.slice(this.#end.length);
      this.#state = 'between';
      return pieceOf('thinking', said);
    }
    let kept = Math.min(this.#end.length - 1, all.length);
    while (!this.#end.startsWith(all.slice(all.length - kept))) kept -= 1;
    return pieceOf('thinking', this.#taken(all.length - kept));
  }

  #is(state: State): boolean {
    return this.#state === state;
  }

  #taken(length: number): string {
    const taken = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    return taken;
  }
}

const pieceOf = (type: Piece['type'], text: string): readonly Piece[] =>
  text === '' ? [] : [{ type, text }];

/** As long as the text itself: small letters outside ASCII may be longer than large ones. */
const inSmallLetters = (text: string): string =>
  text.replaceAll(/[A-Z]+/gu, (letters) => letters.toLowerCase());
