// What the engine says in English, and what the German page says in its place.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parseSync } from 'oxc-parser';
import { httpRows } from '../../src/contract/http/rows.ts';
import { commonCodes } from '../../src/contract/problem.ts';
import { interpreterOf } from '../../src/page/engine/sentences.ts';
import { engineSentences, told } from '../../src/page/words/de/engine-sentences.ts';
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

describe('the sentences of the engine in German', () => {
  it('are sentences that the engine has', () => {
    const there = sentencesOfEngine();
    const unknown = Object.keys(engineSentences).filter((sentence) => {
      // What a text between quotation marks is put in by has them, or adds them.
      return ![sentence, sentence.replaceAll('{q}', '"{}"')].some((one) => {
        const example = one.replaceAll(/\{[a-z]*\}/gu, '7');
        const plain = one.replaceAll(/\{[a-z]+\}/gu, '{}');
        return there.some(({ text, pattern }) => text.startsWith(plain) || pattern?.test(example));
      });
    });
    expect(unknown).toEqual([]);
  });

  it('have the places of the English ones', () => {
    for (const [english, german] of Object.entries(engineSentences)) {
      const most = (english.match(/\{[a-z]*\}/gu) ?? []).length;
      for (const [, nth] of german.matchAll(/\{(\d)\}/gu))
        expect([english, Number(nth) < most]).toEqual([english, true]);
      expect([german, /\b(?:the|and|this|with|your|cannot|nothing)\b/u.test(german)]).toEqual([
        german,
        false,
      ]);
      expect([english, /[.:?]$/u.test(english)]).toEqual([english, /[.:?]$/u.test(german)]);
    }
  });

  const german = interpreterOf(engineSentences, told);
  it.each([
    ['The model declined to answer.', 'Das Modell hat die Antwort abgelehnt.'],
    [
      'The model declined to answer. The run was stopped here.',
      'Das Modell hat die Antwort abgelehnt. Der Lauf wurde hier angehalten.',
    ],
    [
      'The request is longer than the context window of 1200 tokens of the model.',
      'Die Anfrage ist länger als das Kontextfenster des Modells (1.200 Token).',
    ],
    ['This was never said.', null],
    ['The model declined to answer. This was never said.', null],
    [`The model declined to answer. ${'The model declined to answer. '.repeat(200)}`, null],
    ['', null],
  ])('are put together: example %#', (english, expected) => {
    // The language of a test is that of its machine: only marks in numbers differ.
    const found = german(english);
    expect(found?.rest === '' ? found.said.replace(/1,?200/u, '1.200') : null).toBe(expected);
  });

  it.each(['The model declined to answer. ', 'x needs a column. The model declined to answer. '])(
    'end where a text was written to hold up the page: %j again and again',
    (piece) => {
      expect(german(piece.repeat(5_900 / piece.length).trim())?.rest).not.toBe('');
    },
  );
});

/** Every text of the engine's source, and as a pattern where it has places. */
function sentencesOfEngine(): readonly { readonly text: string; readonly pattern: RegExp | null }[] {
  const texts = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('page'))
    .flatMap((name) => textsIn(name, readFileSync(join(src, name), 'utf8')));
  return [...new Set(texts.map((text) => text.trim()))].map((text) => ({ text, pattern: patternOf(text) }));
}

/** Null for what has no places, and for what is hardly more than places. */
function patternOf(text: string): RegExp | null {
  const parts = text.split('{}');
  const fixed = parts.join('').replaceAll(/[^a-z]/gu, '').length;
  if (parts.length === 1 || fixed < 7) return null;
  return new RegExp(
    `^${parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)).join('.*')}$`,
    'su',
  );
}

interface Node {
  readonly type: string;
  readonly operator?: string;
  readonly value?: unknown;
  readonly left?: Node;
  readonly right?: Node;
  readonly quasis?: readonly { readonly value: { readonly cooked: string | null } }[];
  readonly expressions?: readonly Node[];
}

/** The texts of a source, with `{}` for what is put into them; texts that are added are one. */
function textsIn(name: string, source: string): readonly string[] {
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) return node.forEach(walk);
    let text = '';
    for (const part of addedIn(node as Node)) {
      const own = textOf(part);
      if (own === null && text !== '') found.push(text);
      text = own === null ? '' : text + own;
      walk(own === null ? Object.values(part) : part.expressions);
    }
    if (text !== '') found.push(text);
  };
  walk(parseSync(name, source).program);
  return found;
}

const addedIn = (node: Node): readonly Node[] =>
  node.type === 'BinaryExpression' && node.operator === '+' && node.left && node.right
    ? [...addedIn(node.left), ...addedIn(node.right)]
    : [node];

function textOf({ type, value, quasis }: Node): string | null {
  if (type === 'TemplateLiteral') return (quasis ?? []).map((one) => one.value.cooked).join('{}');
  return type === 'Literal' && typeof value === 'string' ? value : null;
}
