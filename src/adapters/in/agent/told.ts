import type { AnyToolRow, ResultOf } from '../../../contract/row.ts';
import { untrusted } from '../../../core/untrusted/untrusted.ts';

declare const made: unique symbol;

/**
 * Text for the model. A plain string is not `Told`: a sentence takes each text either as `material` from outside or as
 * `own` words, so that outside text cannot get in unmarked.
 */
export type Told = string & { readonly [made]: true };

/** A sentence of the engine, with its embedded texts and numbers. */
export const told = (sentence: TemplateStringsArray, ...parts: readonly (Told | number)[]): Told =>
  String.raw({ raw: sentence }, ...parts) as Told;

/**
 * Takes words of the engine, or of the call itself, which the model wrote. Never pass it text of a file, a page, a list
 * of names or the memory: that is `material`. In text phrased by a service, the service has marked such material.
 */
export const own = (words: string): Told => words as Told;

/** Marks outside text as such, with its source. */
export type Material = (source: string, text: string) => Told;

export const materialFor =
  (nonce: string): Material =>
  (source, text) =>
    untrusted({ text, source, nonce }) as Told;

/** The renderers of the results of these tools, by tool name. */
export type Renderers<Row extends AnyToolRow> = {
  readonly [One in Row as One['name']]: (result: ResultOf<One>, material: Material) => Told;
};
