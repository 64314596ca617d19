import { runLimits } from '../limits.ts';

const { continuations, sameBeginnings, beginningChars } = runLimits;

/**
 * How often an answer that hit the output limit is gone on with: a bounded number of times in a
 * run, and not for a model that begins again and again with the same words.
 */
export class Continuations {
  #made = 0;
  readonly #beginnings = new Map<string, number>();

  /** The number of the continuation that follows this truncated text; `spent` or `repeats` when none does. */
  after(text: string): number | 'spent' | 'repeats' {
    const beginning = text.slice(0, beginningChars);
    // A turn that was all thoughts has no beginning to repeat.
    const seen = beginning === '' ? 0 : (this.#beginnings.get(beginning) ?? 0) + 1;
    if (beginning !== '') this.#beginnings.set(beginning, seen);
    if (seen > sameBeginnings) return 'repeats';
    if (this.#made === continuations) return 'spent';
    this.#made += 1;
    return this.#made;
  }

  /** A tool was called in between: what is said now is something new. */
  worked(): void {
    this.#beginnings.clear();
  }
}

export const GO_ON =
  'Your answer hit the output limit. Go on exactly where it stopped, without repeating anything.';
