import type { ThoughtHabit } from './thought-habit.ts';

type State = 'before' | 'thoughts' | 'presumed' | 'between' | 'watched' | 'answer';

/** A piece of an answer, told apart; or that all text of the answer before was thoughts. */
type Piece =
  | { readonly type: 'text' | 'thinking'; readonly text: string }
  | { readonly type: 'was_thinking' };

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

/** The end marks of models whose template writes the mark of the beginning into the prompt. */
const ENDS = ['</think>', '</thinking>', '</seed:think>', '[/think]'] as const;
const LONGEST_END = Math.max(...ENDS.map(({ length }) => length));
/** White space before a mark of the beginning, and behind one of the end, that is waited for. */
const WHITE = { before: 1_000, after: 64 } as const;
const OPENING = /<think(?:ing)?>|<seed:think>|\[think\]/iu;
/** Also in a list or a quotation. */
const FENCE = /^[ \t]*(?:(?:[-*+>]|\d{1,9}[.)])[ \t]+)*(?<marks>`{3,}|~{3,})(?<info>.*)/u;
const FENCE_END = /^[ \t>]*(?<marks>`{3,}|~{3,})[ \t\r]*$/u;

/**
 * Splits off thoughts that a model wrote into its text, in marks at its very beginning. Marks anywhere else are text:
 * an answer may be about them. Thoughts without an end are thoughts to the end.
 *
 * Some templates write the mark of the beginning into the prompt, so that only the end mark comes. It counts on a line
 * of its own, outside of a block of code, if an answer or a call follows. One such answer may be about the mark, and all
 * of it is text; the second in a row shows the habit of the model. By then its thoughts have been shown as text, so
 * `was_thinking` says what they were. From then on what the model says is told as thoughts until the end mark. Where
 * none comes, it was the answer after all: all of it is told again as text, and the habit is forgotten.
 */
export class TaggedThoughts {
  readonly #habit: ThoughtHabit;
  #state: State = 'before';
  /** The beginning of a mark, perhaps, or white space that may belong to one. */
  #held = '';
  #end = '';
  /** Of what is presumed to be thoughts: all of it. */
  #said = '';
  /** The line that has begun. */
  #line = '';
  /** The marks with which the block of code began that is open. */
  #fence: string | null = null;
  #hasEnd = false;

  constructor(habit: ThoughtHabit) {
    this.#habit = habit;
  }

  /** The pieces of the next text, as far as it is known what they are. */
  next(text: string): readonly Piece[] {
    if (this.#state === 'answer') return pieceOf('text', text);
    this.#held += text;
    const pieces: Piece[] = [];
    if (this.#is('before')) this.#begin();
    if (this.#is('thoughts')) pieces.push(...this.#thoughts());
    if (this.#is('presumed')) pieces.push(...this.#presumed());
    if (this.#is('between')) {
      this.#held = this.#held.trimStart();
      if (this.#held !== '') this.#state = 'answer';
    }
    if (this.#is('watched')) pieces.push(...this.#watched());
    return this.#is('answer') ? [...pieces, ...pieceOf('text', this.#taken(this.#held.length))] : pieces;
  }

  /**
   * What was held back; after the last text. The beginning of an end mark is not part of the thoughts. `isCalling`: the
   * model goes on with calls, so the text before them need not be an answer.
   */
  rest(isCalling = false): readonly Piece[] {
    const isPresumed = this.#is('presumed');
    const mark = isCalling && this.#isAtMark() ? markAt(this.#held) : null;
    if (mark !== null && this.#held.slice(mark.length).trim() === '') {
      const pieces = isPresumed ? [] : this.#ended(this.#held);
      this.#held = '';
      return pieces;
    }
    if (!isCalling && !this.#hasEnd && !this.#is('before')) this.#habit.missed();
    if (this.#is('thoughts')) return [];
    return pieceOf('text', this.#said + this.#taken(this.#held.length));
  }

  #begin(): void {
    const said = this.#held.trimStart();
    const small = inSmallLetters(said.slice(0, LONGEST));
    const opening = Array.from(MARKS.keys()).find((mark) => small.startsWith(mark));
    if (opening !== undefined) {
      this.#state = 'thoughts';
      this.#end = MARKS.get(opening) ?? '';
      this.#held = said.slice(opening.length);
    } else if (
      this.#held.length - said.length > WHITE.before ||
      !Array.from(MARKS.keys()).some((mark) => mark.startsWith(small))
    )
      this.#state = this.#habit.isKnown ? 'presumed' : 'watched';
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

  #presumed(): readonly Piece[] {
    const { passed, mark } = this.#toMark();
    this.#said += passed;
    if (mark !== null) {
      this.#said = '';
      this.#held = this.#held.slice(mark.length);
      this.#habit.seen();
      this.#hasEnd = true;
      this.#state = 'between';
    }
    return pieceOf('thinking', passed);
  }

  /** Text, unless the end mark of a known habit says that all of it was thoughts. */
  #watched(): readonly Piece[] {
    const { passed, mark } = this.#toMark();
    if (mark === null) return pieceOf('text', passed);
    return [...pieceOf('text', passed), ...this.#ended(mark)];
  }

  /**
   * What comes before an end mark on a line of its own, as far as it is known to, and the mark once the answer has begun
   * behind it.
   */
  #toMark(): { readonly passed: string; readonly mark: string | null } {
    let passed = '';
    for (;;) {
      if (this.#isAtMark()) {
        const small = inSmallLetters(this.#held.slice(0, LONGEST_END));
        const mark = markAt(this.#held);
        const after = mark === null ? '' : this.#held.slice(mark.length, mark.length + WHITE.after + 1);
        if (mark !== null && after.trim() === '' && after.length <= WHITE.after)
          return { passed, mark: null };
        if (mark !== null && /^[ \t\r]*\n\s*\S/u.test(after)) return { passed, mark };
        if (small === '' || ENDS.some((end) => end !== small && end.startsWith(small)))
          return { passed, mark: null };
      }
      const end = this.#held.indexOf('\n');
      const part = this.#taken(end < 0 ? this.#held.length : end + 1);
      passed += part;
      this.#line += part;
      if (end < 0) return { passed, mark: null };
      // An answer about such marks.
      if (this.#is('watched') && OPENING.test(this.#line)) {
        this.#state = 'answer';
        return { passed, mark: null };
      }
      this.#fence = fenceAfter(this.#line.trimEnd(), this.#fence);
      this.#line = '';
    }
  }

  #isAtMark(): boolean {
    return (this.#is('watched') || this.#is('presumed')) && this.#line === '' && this.#fence === null;
  }

  /** After text that ends with such a mark. */
  #ended(mark: string): readonly Piece[] {
    this.#habit.seen();
    this.#hasEnd = true;
    this.#state = 'answer';
    if (!this.#habit.isKnown) return pieceOf('text', this.#taken(mark.length));
    this.#held = this.#held.slice(mark.length).trimStart();
    return [{ type: 'was_thinking' }];
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

/** The marks of the block of code that is open after this line; null if none is. */
const fenceAfter = (line: string, open: string | null): string | null => {
  if (open !== null) {
    const marks = FENCE_END.exec(line)?.groups?.['marks'] ?? '';
    return marks.startsWith(open) ? null : open;
  }
  const { marks, info = '' } = FENCE.exec(line)?.groups ?? {};
  return marks === undefined || (marks.startsWith('`') && info.includes('`')) ? null : marks;
};

/** The end mark with which a text begins. */
const markAt = (text: string): string | null => {
  const small = inSmallLetters(text.slice(0, LONGEST_END));
  return ENDS.find((end) => small.startsWith(end)) ?? null;
};

const pieceOf = (type: 'text' | 'thinking', text: string): readonly Piece[] =>
  text === '' ? [] : [{ type, text }];

/** As long as the text itself: small letters outside ASCII may be longer than large ones. */
const inSmallLetters = (text: string): string =>
  text.replaceAll(/[A-Z]+/gu, (letters) => letters.toLowerCase());
