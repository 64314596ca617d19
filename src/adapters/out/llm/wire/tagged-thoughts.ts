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
const FENCE = /^ {0,3}(?:```|~~~)/u;

/**
 * Splits off thoughts that a model wrote into its text, in marks at its very beginning. Marks anywhere else are text:
 * an answer may be about them. Thoughts without an end are thoughts to the end.
 *
 * Some templates write the mark of the beginning into the prompt, so that only the end mark comes. A text is taken for
 * such thoughts if the mark stands on a line of its own, outside of a block of code, if no mark of a beginning came
 * before it, and if an answer or a call follows: else it is text, and no answer is lost. By then it has been shown as
 * text, so `was_thinking` says what it was. From then on the model is known to begin with thoughts (`habit`): what it
 * says is told as thoughts until a mark at the beginning or the end of a line. Where none comes, it was the answer
 * after all, and all of it is told again as text.
 */
export class TaggedThoughts {
  readonly #habit: ThoughtHabit;
  #state: State = 'before';
  /** The beginning of a mark, perhaps, or white space that may belong to one. */
  #held = '';
  #end = '';
  /** Of what is presumed to be thoughts: all of it. */
  #said = '';
  /** Of the answer: the line that has begun. */
  #line = '';
  #isFenced = false;

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
    if (this.#is('thoughts')) return [];
    if (this.#is('presumed')) {
      // The text after the last mark may still be white space.
      const at = this.#endIn(this.#held, true);
      if (isCalling && at !== null) return pieceOf('thinking', this.#held.slice(0, at.from));
      if (!isCalling) this.#habit.begins = false;
      return pieceOf('text', this.#said + this.#held);
    }
    const mark = this.#is('watched') && isCalling && this.#line === '' ? markAt(this.#held) : null;
    if (mark !== null && this.#held.slice(mark.length).trim() === '') return this.#learnt();
    return pieceOf('text', this.#taken(this.#held.length));
  }

  #begin(): void {
    const small = inSmallLetters(this.#held.trimStart().slice(0, LONGEST));
    const opening = Array.from(MARKS.keys()).find((mark) => small.startsWith(mark));
    if (opening !== undefined) {
      this.#state = 'thoughts';
      this.#end = MARKS.get(opening) ?? '';
      this.#held = this.#held.trimStart().slice(opening.length);
    } else if (!Array.from(MARKS.keys()).some((mark) => mark.startsWith(small)))
      this.#state = this.#habit.begins ? 'presumed' : 'watched';
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
    const at = this.#endIn(this.#held, false);
    if (at !== null) {
      const said = this.#taken(at.from);
      this.#held = this.#held.slice(at.to - at.from);
      this.#state = 'between';
      return pieceOf('thinking', said);
    }
    // A mark may have begun, or its line may not have ended.
    const open = /(?:<|\[)[^<[\n]*$/u.exec(this.#held.slice(-(LONGEST_END + WHITE)));
    const said = this.#taken(this.#held.length - (open?.[0].length ?? 0));
    this.#said += said;
    return pieceOf('thinking', said);
  }

  /** The first end mark that stands at the beginning or the end of a line. */
  #endIn(text: string, isWhole: boolean): { readonly from: number; readonly to: number } | null {
    const small = inSmallLetters(text);
    for (const { 0: mark, index } of small.matchAll(ANY_END)) {
      const isFirst =
        index === 0 ? this.#said === '' || this.#said.endsWith('\n') : small[index - 1] === '\n';
      const after = /^[ \t\r]*(?<next>[^ \t\r])?/u.exec(small.slice(index + mark.length))?.groups?.['next'];
      if (after === undefined && !isWhole) continue;
      if (isFirst || after === undefined || after === '\n') return { from: index, to: index + mark.length };
    }
    return null;
  }

  /** Text, unless a mark on a line of its own says that all of it was thoughts. */
  #watched(): readonly Piece[] {
    let shown = '';
    for (;;) {
      if (this.#line === '' && !this.#isFenced) {
        const small = inSmallLetters(this.#held.slice(0, LONGEST_END));
        const mark = markAt(this.#held);
        const after = mark === null ? '' : this.#held.slice(mark.length);
        if (mark !== null && after.trim() === '' && after.length <= WHITE) return pieceOf('text', shown);
        if (mark !== null && /^[ \t\r]*\n\s*\S/u.test(after)) {
          this.#held = after.trimStart();
          return [...pieceOf('text', shown), ...this.#learnt()];
        }
        if (small === '' || ENDS.some((end) => end !== small && end.startsWith(small)))
          return pieceOf('text', shown);
      }
      const end = this.#held.indexOf('\n');
      const part = this.#taken(end < 0 ? this.#held.length : end + 1);
      shown += part;
      this.#line += part;
      if (end < 0) return pieceOf('text', shown);
      // An answer about such marks.
      if (OPENING.test(this.#line)) {
        this.#state = 'answer';
        return pieceOf('text', shown);
      }
      if (FENCE.test(this.#line)) this.#isFenced = !this.#isFenced;
      this.#line = '';
    }
  }

  #learnt(): readonly Piece[] {
    this.#habit.begins = true;
    this.#state = 'answer';
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

/** The white space behind a mark that is waited for. */
const WHITE = 64;
const ANY_END = /<\/think(?:ing)?>|<\/seed:think>|\[\/think\]/gu;
const OPENING = /<think(?:ing)?>|<seed:think>|\[think\]/iu;

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
