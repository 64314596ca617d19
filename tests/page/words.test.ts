// The words of both languages, walked. That none is missing and none is too many is also a matter of types.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { errorLeads, errorWords } from '../../src/page/words/de/errors.ts';

const folder = new URL('../../src/page/words/', import.meta.url);
const filesIn = (language: string): readonly string[] =>
  readdirSync(fileURLToPath(new URL(`${language}/`, folder))).filter((name) => name.endsWith('.ts'));

/** What is said in place of the engine's own English; see errors.test.ts. */
const WITHOUT_ENGLISH: ReadonlySet<string> = new Set(['language.ts', 'errors.ts']);
const areas = filesIn('en').filter((name) => !WITHOUT_ENGLISH.has(name));

type Words = string | ((...given: never[]) => Words) | { readonly [key: string]: Words };

/** Every text by its path. What a function says is tried for few and many, and for yes and no. */
function textsIn(words: Words, path = ''): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const add = (found: Words, at: string) => textsIn(found, at).forEach((text, key) => texts.set(key, text));
  if (typeof words === 'string') texts.set(path, words);
  else if (typeof words === 'function')
    for (const [kind, given] of Object.entries(GIVEN))
      add((words as (...all: readonly unknown[]) => Words)(...given), `${path}(${kind})`);
  else for (const [key, value] of Object.entries(words)) add(value, `${path}.${key}`);
  return texts;
}

/** Numbers are also given where a text is expected: they are printed in the same way. */
const GIVEN = {
  one: [1, 1, 1, 1, 1],
  many: [1234, 2345, 3456, 4567, 5678],
  // As `found(count, isMore)` and its like are called.
  more: [12, true, 12, 12, 12],
  none: [0, false, 0, 0, 0],
} as const;

async function wordsOf(language: string, area: string): Promise<ReadonlyMap<string, string>> {
  const exported = (await import(new URL(`${language}/${area}`, folder).href)) as Record<string, Words>;
  return textsIn(exported);
}

/** The same in both languages: names, signs, examples of what a machine reads, and words that both have. */
const SAME = new RegExp(
  [
    String.raw`^[\d\s\W]*$`,
    String.raw`^(?:APIs|Anthropic|Google|Google Cloud Vertex AI|Token|Name|Status|Server|Filter|Budget|Website|Domain|Region|Definition|Markdown|HTML|SVG|Mermaid|CSV|TSV|JSON|Text|Person|In)$`,
    String.raw`^svc \d+$`,
    String.raw`^https://`,
    String.raw`^\S+ (?:·|/) \S+$`,
    // Schedules of cron.
    String.raw`^[\d*]+ [\d*]+ [\d*]+ \* \S+$`,
    String.raw`^(?:Esc|Enter|Cmd)$`,
    String.raw`^mcp$`,
  ].join('|'),
  'u',
);

describe.each(areas)('the words in %s', (area) => {
  it('are in both languages, and differ', async () => {
    const [english, german] = await Promise.all([wordsOf('en', area), wordsOf('de', area)]);
    expect([...german.keys()]).toEqual([...english.keys()]);
    const same = [...english].filter(
      ([key, text]) =>
        german.get(key) === text &&
        !SAME.test(text.replaceAll(/\b(?:true|false)\b/gu, '')) &&
        !SAME_KEYS.has(`${area}${key}`),
    );
    expect(same).toEqual([]);
  });

  it('name no text of the other language and no missing one', async () => {
    const [english, german] = await Promise.all([wordsOf('en', area), wordsOf('de', area)]);
    for (const [key, text] of [...english, ...german])
      expect([key, /undefined|\[object|NaN|null\b/u.test(text)]).toEqual([key, false]);
    const leftOver = [...german].filter(
      ([key, text]) => ENGLISH.test(text) && !SAME_KEYS.has(`${area}${key}`),
    );
    expect(leftOver).toEqual([]);
    // „Sie“ within a sentence would be said to a stranger.
    const stiff = [...german].filter(([, text]) => /[\p{Ll},] (?:Sie|Ihnen|Ihre?n?)\b/u.test(text));
    expect(stiff).toEqual([]);
    const quoted = [...german].filter(([, text]) => /“[^„]*”/u.test(text));
    expect(quoted).toEqual([]);
  });
});

it('has German for codes of problems that there are', async () => {
  const core = fileURLToPath(new URL('../../src/', import.meta.url));
  const code = readdirSync(core, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('page'))
    .map((name) => readFileSync(join(core, name), 'utf8'))
    .join('');
  const there = (one: string) => one === 'internal' || code.includes(`\n  ${one}: `);
  const all = { ...errorWords, ...errorLeads };
  expect(Object.keys(all).filter((one) => !there(one))).toEqual([]);
  for (const says of Object.values(all))
    expect([says, ENGLISH.test(says), says.at(-1)]).toEqual([says, false, '.']);
});

it('has each area in both languages', () => {
  expect(filesIn('de')).toEqual(filesIn('en'));
});

/** Words that no German sentence has. */
const ENGLISH =
  /\b(?:the|and|of|this|that|with|your|you|is|are|it|not|from|delete|save|cancel|run|runs|thread|workspace|backup|settings|Tool|Workflow|Trigger|Memory)\b/u;

/** The same for a reason of their own: what is typed to the demo model or at a terminal. */
const SAME_KEYS: ReadonlySet<string> = new Set([
  'first-steps.ts.stepWords.file.task',
  'first-steps.ts.stepWords.memory.task',
  'first-steps.ts.stepWords.memory.task2',
  'first-steps.ts.stepWords.question.task',
  // What Google calls its kinds of clients, and what people may type to find the backups.
  'google.ts.googleWords.connect.byCode',
  'google.ts.googleWords.client.steps.2.rest',
  'palette.ts.paletteWords.also.backups',
]);
