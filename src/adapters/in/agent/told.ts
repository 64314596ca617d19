import type { AnyToolRow, ResultOf } from '../../../contract/row.ts';
import { untrusted } from '../../../core/untrusted/untrusted.ts';

declare const made: unique symbol;

/**
 * What a model is told. A plain string is not `Told`: a sentence takes each text either as `material` from outside or as
 * `own` words, so that a text from outside cannot slip in unmarked.
 */
export type Told = string & { readonly [made]: true };

/** A sentence of the engine, with the texts and numbers that stand in it. */
export const told = (sentence: TemplateStringsArray, ...parts: readonly (Told | number)[]): Told =>
  String.raw({ raw: sentence }, ...parts) as Told;

/**
 * Takes words of the engine, or of the call itself, which the model wrote. Never pass it text of a file, a page, a list
 * of names or the memory: that is `material`. In a text that a service has phrased, the service has marked what is.
 */
export const own = (words: string): Told => words as Told;

/** Marks a text from outside as such, and says where it comes from. */
export type Material = (source: string, text: string) => Told;

export const materialFor =
  (nonce: string): Material =>
  (source, text) =>
    untrusted({ text, source, nonce }) as Told;

/** How the results of these tools are told: one for each tool, by its name. */
export type Renderers<Row extends AnyToolRow> = {
  readonly [One in Row as One['name']]: (result: ResultOf<One>, material: Material) => Told;
};
