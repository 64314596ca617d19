import type { AnyToolRow, ResultOf } from '../../../contract/row.ts';
import { untrusted } from '../../../core/trust/untrusted/untrusted.ts';

declare const made: unique symbol;

/**
 * Text for the model. A plain string is not `ModelText`: a sentence accepts only text that is `marked` as outside text,
 * or `trusted`, so that outside text cannot get in unmarked.
 */
export type ModelText = string & { readonly [made]: true };

/** A sentence of the engine, with its embedded texts and numbers. */
export const modelText = (
  sentence: TemplateStringsArray,
  ...parts: readonly (ModelText | number)[]
): ModelText => String.raw({ raw: sentence }, ...parts) as ModelText;

/**
 * Takes words of the engine, or of the call itself, which the model wrote. Never pass it text of a file, a page, a list
 * of names or the memory: mark that. In text phrased by a service, the service has marked it.
 */
export const trusted = (words: string): ModelText => words as ModelText;

/** Marks outside text as such, with its source. */
export type MarkUntrusted = (source: string, text: string) => ModelText;

export const markingWith =
  (nonce: string): MarkUntrusted =>
  (source, text) =>
    untrusted({ text, source, nonce }) as ModelText;

/** The renderers of the results of these tools, by tool name. */
export type Renderers<Row extends AnyToolRow> = {
  readonly [One in Row as One['name']]: (result: ResultOf<One>, marked: MarkUntrusted) => ModelText;
};
