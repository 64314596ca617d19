// Room: what success is, checked by code: a file, words, a status, an artifact, a record.

import { parseWorkspacePath } from '../../workspace/files/model.ts';
import { targetOf } from '../../outside/web/model.ts';
import type { ArtifactType } from '../../workspace/artifacts/model.ts';
import { NAME } from '../../knowledge/collections/model.ts';
import { quote, quoteValue } from '../../kernel/quoted.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Says } from '../../kernel/says.ts';
import { refuse } from './errors.ts';
import type { Patterns } from './port.ts';
import { saysOf } from '../../kernel/refusal.ts';
import { say } from './says.ts';

/** What success is, stated by the owner. */
export type Expectation =
  /** A file of the workspace is there after the run; with `changed`, it is another one than before. */
  | { readonly kind: 'file'; readonly path: string; readonly changed?: boolean }
  /** The answer has these words, in any capitals, or this regular expression is found in it. */
  | { readonly kind: 'answer'; readonly contains?: string; readonly matches?: string }
  /** A GET of this address is answered with this status. */
  | { readonly kind: 'http'; readonly url: string; readonly status: number }
  /** The run has saved an artifact, of this type if one is given. */
  | { readonly kind: 'artifact'; readonly type?: ArtifactType }
  /** After the run the collection has a record, one that fits the filter if there is one. */
  | {
      readonly kind: 'record';
      readonly collection: string;
      readonly filter?: Readonly<Record<string, unknown>>;
    };

/** Whether it can be checked at all. @throws Refusal invalid_expectation, invalid_pattern */
export function checkExpectation(expectation: Expectation, patterns: Patterns): void {
  switch (expectation.kind) {
    case 'file':
      try {
        parseWorkspacePath(expectation.path);
      } catch (error) {
        throw refuse.invalid_expectation({}, say('expectations.file', { why: saysOf(error) }));
      }
      return;
    case 'answer':
      if ((expectation.contains === undefined) === (expectation.matches === undefined))
        throw refuse.invalid_expectation({}, say('expectations.one_of_two'));
      if (expectation.matches !== undefined) patterns.check(expectation.matches);
      return;
    case 'http':
      try {
        targetOf(expectation.url);
      } catch (error) {
        throw refuse.invalid_expectation({}, say('expectations.address', { why: saysOf(error) }));
      }
      return;
    case 'record':
      if (!NAME.test(expectation.collection))
        throw refuse.invalid_expectation({}, say('expectations.no_collection'));
      return;
    case 'artifact':
      return;
  }
}

/** For the person who decides about it, in no more than so many characters of each text. */
export function expectedOf(expectation: Expectation, maxChars: number): Says {
  switch (expectation.kind) {
    case 'file':
      return say('expectation.file', {
        path: quote(expectation.path, maxChars),
        isChanged: expectation.changed ?? false,
      });
    case 'answer':
      return expectation.matches === undefined
        ? say('expectation.words', { text: quote(expectation.contains ?? '', maxChars) })
        : say('expectation.pattern', { pattern: quote(expectation.matches, maxChars) });
    case 'http':
      return say('expectation.http', {
        url: quote(expectation.url, maxChars),
        status: expectation.status,
      });
    case 'artifact':
      return say('expectation.artifact', { type: expectation.type ?? null });
    case 'record':
      return say('expectation.record', {
        collection: expectation.collection,
        filter: expectation.filter ? quoteValue(expectation.filter as JsonObject, maxChars) : null,
      });
  }
}
