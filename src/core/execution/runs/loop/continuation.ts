import { runLimits } from '../limits.ts';

const { continuations, sameBeginnings, beginningChars } = runLimits;

/**
 * Limits how often an answer that hit the output limit is continued: a fixed number of times per run, and not for a
 * model that keeps beginning with the same words, or says none.
 */
export class Continuations {
  #made = 0;
  /** Truncated answers in a row without a word. */
  #silent = 0;
  readonly #beginnings = new Map<string, number>();

  /** The number of the continuation after this truncated text; `spent` or `repeats` if there is none. */
  after(text: string): number | 'spent' | 'repeats' {
    this.#silent = text.trim() === '' ? this.#silent + 1 : 0;
    // A third would cost as much and say as little.
    if (this.#silent > 1) return 'spent';
    const beginning = text.slice(0, beginningChars);
    // A turn with only thoughts has no beginning to repeat.
    const seen = beginning === '' ? 0 : (this.#beginnings.get(beginning) ?? 0) + 1;
    if (beginning !== '') this.#beginnings.set(beginning, seen);
    if (seen > sameBeginnings) return 'repeats';
    if (this.#made === continuations) return 'spent';
    this.#made += 1;
    return this.#made;
  }

  /** The last answer was cut off before its first word. */
  get isSilent(): boolean {
    return this.#silent > 0;
  }

  /** A tool was called in between, so the next text is a new one. */
  worked(): void {
    this.#beginnings.clear();
    this.#silent = 0;
  }
}

export const SAY =
  'Everything up to your output limit was thoughts, or a call that was cut off. Answer now without thinking at length; write what is long in several calls.';
export const GO_ON =
  'Your answer hit the output limit. Go on exactly where it stopped, without repeating anything.';
