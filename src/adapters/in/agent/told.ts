import type { AnyToolRow, ResultOf } from '../../../contract/row.ts';
import { untrusted } from '../../../core/untrusted/untrusted.ts';

declare const made: unique symbol;

/**
 * What a model is told. A plain string is none: whoever writes a sentence says of each text in it whether it is material
 * from outside or the engine's own, so that marking what comes from outside cannot be forgotten without a word.
 */
export type Told = string & { readonly [made]: true };

/** A sentence of ours, with texts of which is said what they are. */
export const told = (sentence: TemplateStringsArray, ...parts: readonly (Told | number)[]): Told =>
  String.raw({ raw: sentence }, ...parts) as Told;

/**
 * Words of the engine, or those of the call itself, which the model wrote. Never those of a file, a page, a name or a
 * memory; those are material. A text that a service has phrased has what is from outside marked already.
 */
export const own = (words: string): Told => words as Told;

/** A text from outside, marked as such for its run, and where it comes from. */
export type Material = (source: string, text: string) => Told;

export const materialFor =
  (nonce: string): Material =>
  (source, text) =>
    untrusted({ text, source, nonce }) as Told;

/** How the results of these tools are told: one for each tool, by its name. */
export type Renderers<Row extends AnyToolRow> = {
  readonly [One in Row as One['name']]: (result: ResultOf<One>, material: Material) => Told;
};
