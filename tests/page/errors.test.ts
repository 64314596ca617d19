// What the German page says in place of a sentence of the engine that is not data.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { httpRows } from '../../src/contract/http/rows.ts';
import { commonCodes } from '../../src/contract/problem.ts';
import { errorLeads, errorWords } from '../../src/page/words/de/errors.ts';

const src = fileURLToPath(new URL('../../src/', import.meta.url));

/** Codes whose sentences are facts: `contract/words/de` has words for them. */
const inFacts = new Set(
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [
      ...readFileSync(join(src, name), 'utf8').matchAll(/\brefusals<\w+>\(\)\('\w+', \{([^}]*)\}/gu),
    ])
    .flatMap(([, codes = '']) => [...codes.matchAll(/^ +(\w+):/gmu)].map(([, code = '']) => code)),
);

/** The other codes that any route may refuse with. */
const codes = [
  ...new Set([...commonCodes, ...Object.values(httpRows).flatMap(({ refuses }) => refuses)]),
].filter((code) => !inFacts.has(code));

/** Of routes that only other programs ask: the terminal, another engine, and the setting up of tools by the agent. */
const NOT_ON_THE_PAGE: ReadonlySet<string> = new Set([
  'api_profile_not_found',
  'searxng_url_refused',
  'invalid_consent',
  'migration_incomplete',
  'migration_out_of_order',
  'import_not_empty',
  'import_unusable',
]);

describe('a refusal on the German page', () => {
  it('has a German sentence, or a lead before the sentence of the engine', () => {
    const without = codes.filter(
      (code) =>
        !Object.hasOwn(errorWords, code) && !Object.hasOwn(errorLeads, code) && !NOT_ON_THE_PAGE.has(code),
    );
    expect(without).toEqual([]);
    expect(Object.keys(errorLeads).filter((code) => Object.hasOwn(errorWords, code))).toEqual([]);
  });
});
