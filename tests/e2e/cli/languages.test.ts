// The terminal in a made-up language, whose words are the English ones in brackets, and in German: what stands without
// brackets is said in no language's words.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { CommandRow } from '../../../src/contract/cli/command.ts';
import { commands } from '../../../src/contract/cli/commands.ts';
import { terminalKeys } from '../../../src/contract/cli/config-keys.ts';
import { commands as english } from '../../../src/contract/words/en/commands.ts';
import { commands as german } from '../../../src/contract/words/de/commands.ts';
import { described } from '../../../src/contract/words/de/described.ts';
import { COLUMN_NAMES } from '../../../src/core/knowledge/contacts/model.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { inBracketWords, outsideBrackets } from '../../harness/bracketed-terminal.ts';
import { svcHere } from '../../harness/in-process-svc.ts';
import { zipWith } from '../export/zips.ts';

/** Every command by the names that are typed. */
const everyOne = (
  rows: readonly CommandRow[],
  above: readonly string[] = [],
): (readonly [readonly string[], CommandRow])[] =>
  rows.flatMap((row) => {
    const path = [...above, row.name];
    return [[path, row] as const, ...everyOne(row.commands ?? [], path)];
  });
const all = everyOne(commands);

/** What is typed as it stands there, in every language: commands, options and the names of what they take. */
const TYPED = /--?[A-Za-z][\w-]*|<[^>]*>|\[[^\]]*\]|svc|\|/gu;

const keys: ReadonlySet<string> = new Set(terminalKeys.map(({ key }) => key));

/** Words of a help that are in no language: those of a column of names are typed. */
function unsaid(help: string): readonly string[] {
  const names = new Set(['help', ...all.flatMap(([path]) => path)]);
  const args = new Set(all.flatMap(([, { args = [] }]) => args.map(({ name }) => name)));
  return (
    outsideBrackets(help)
      .replaceAll(TYPED, ' ')
      .match(/[\p{L}_]+/gu) ?? []
  ).filter((word) => !names.has(word) && !args.has(word) && !keys.has(word) && word !== 'V' && word !== 'h');
}

const helpIn = async (args: readonly string[], env: Record<string, string> = {}, bracketed = false) => {
  const words = bracketed ? () => Promise.resolve(inBracketWords) : undefined;
  const { stdout } = await svcHere(temporaryDir(), ['help', ...args], env, '', words);
  return stdout;
};

test('the help of everything is in the words of a language', async () => {
  const left: (readonly [string, readonly string[]])[] = [];
  for (const path of [[], ...all.map(([one]) => one)]) {
    const words = unsaid(await helpIn(path, {}, true));
    if (words.length > 0) left.push([path.join(' '), words]);
  }
  expect(left).toEqual([]);
});

test('the help of an import of contacts names every column', () => {
  for (const commandsOf of [english, german])
    for (const name of COLUMN_NAMES) expect(commandsOf['contacts import']).toContain(name);
});

test('every word of the help is of a command that there is', () => {
  const paths = new Map(all.map(([path, row]) => [path.join(' '), row]));
  const isThere = (key: string): boolean => {
    const [, path = '', part = ''] = /^(.*?) ?((?:--|<|…|!).*)?$/u.exec(key) ?? [];
    const own = paths.get(path);
    if (path !== '' && own === undefined) return false;
    if (part === '' || /^[…!]/u.test(part)) return own !== undefined;
    return [...paths].some(([one, { args = [], switches = [], options = [] }]) => {
      const isBelow = path === '' || one === path || one.startsWith(`${path} `);
      const names = [
        ...args.map(({ name }) => `<${name}>`),
        ...[...switches, ...options].map(({ name }) => `--${name}`),
      ];
      return isBelow && names.includes(part);
    });
  };
  expect(Object.keys(english).filter((key) => !isThere(key))).toEqual([]);
});

test('German has words for all that routes and settings say of themselves in the help', () => {
  const said = all.flatMap(([path, row]) => {
    const { args = [], switches = [], options = [] } = row;
    const parts = [
      [undefined, row.described] as const,
      ...args.map((one) => [`<${one.name}>`, one.described] as const),
      ...[...switches, ...options].map((one) => [`--${one.name}`, one.described] as const),
    ];
    return parts.flatMap(([part, given]) => {
      const isOwn = inBracketWords.text(path, part) !== null;
      return isOwn || given === undefined || given.text === '' ? [] : [given.text];
    });
  });
  const needed = new Set([...said, ...terminalKeys.map(({ summary }) => summary)]);
  expect([...needed].filter((text) => !Object.hasOwn(described, text))).toEqual([]);
  expect(Object.keys(described).filter((text) => !needed.has(text))).toEqual([]);
});

test('the help and what is wrong in a command line are in the language of the environment', async () => {
  const german = { LC_ALL: 'de_AT.UTF-8' };
  expect(await helpIn([], german)).toMatch(/^Aufruf: svc[^]*Deine Daten:[^]*Endet mit: 0/u);
  expect(await helpIn(['threads', 'show'], german)).toMatch(/Argumente:[^]*die ID einer Unterhaltung/u);
  const wrong = await svcHere(temporaryDir(), ['threads', '--archve'], german);
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringMatching(/^Fehler: .*--archve[^]*--archived/u),
  ]);
});

/** Ids, whole and short. */
const ID = /\b(?=[\da-f-]*\d)[\da-f]+(?:-[\da-f]+)*\b/gu;

/** States, kinds and names of the settings and databases: the engine calls them so in every language, as in JSON. */
const CODES = new Set(
  'demo balanced email tags history memory engine datastore vault db config s person open completed cancelled scheduled user environment notify reminder proposal lead json string true false low medium high owner default env project works_for EUR USD UTC svc MB'.split(
    ' ',
  ),
);

/** What is printed without brackets, and is none of the names that this test gives, nor one of the engine's own. */
const inNoWords = (printed: string): readonly string[] =>
  (
    outsideBrackets(printed)
      .replaceAll(ID, '')
      .match(/\p{L}[\p{L}_]*/gu) ?? []
  ).filter((word) => !/^q+/iu.test(word) && !CODES.has(word) && !keys.has(word));

test('what commands print of an engine with a little data is in the words of a language', async () => {
  const dataDir = temporaryDir();
  const said = async (line: string, bracketed: boolean): Promise<string> => {
    const words = bracketed ? () => Promise.resolve(inBracketWords) : undefined;
    const { stdout, stderr } = await svcHere(dataDir, line.split(' '), { SVC_DEMO: '1' }, '', words);
    return `${stdout}${stderr}`;
  };
  // Names of nothing but these letters, so that nothing that is said is taken for them.
  for (const line of [
    'run QQ',
    'contacts add QQA --email q@q.qq --tag QQ',
    'deals add QQA --title QQD --value 5EUR --stage lead',
    'task add QQT --tag QQ',
    'trigger add QQR --remind --schedule every_1h --task QQ --yes'.replace('every_1h', '@daily'),
    'data create qqc qq:string',
    'assistant add QQS --instructions QQ',
    'config set max_pages_per_run 5',
    'secret set QQ_Q --hosts q.qq',
  ])
    await said(line, false);
  const left: (readonly [string, readonly string[]])[] = [];
  for (const line of [
    'status',
    'threads',
    'config',
    'secret',
    'backup',
    'runs',
    'waiting',
    'graph',
    'graph show QQA',
    'merges',
    'contacts',
    'contacts show QQA',
    'contacts timeline QQA',
    'contacts imports',
    'deals',
    'api',
    'people',
    'consent',
    'assistant',
    'assistant show QQS',
    'tags',
    'mcp',
    'task',
    'task show QQT',
    'trigger',
    'trigger show QQR',
    'trigger history QQR',
    'trigger notices',
    'workflow',
    'workflow runs',
    'workflow stats',
    'data',
    'data show qqc',
    'google',
    'changes',
    'migrate preview',
    'threads show nothing',
    'task show nothing',
    'contacts remove QQA',
    'trigger remove QQR',
    'deals remove nothing',
  ]) {
    const words = inNoWords(await said(line, true));
    if (words.length > 0) left.push([line, words]);
  }
  expect(left).toEqual([]);
}, 120_000);

test('why something does not begin, come in or get connected is in the words of a language', async () => {
  const dataDir = temporaryDir();
  const zip = join(temporaryDir(), 'q.zip');
  writeFileSync(zip, await zipWith({ 'README.md': 'q' }));
  for (const [line, code, env = {}] of [
    [`import ${zip}`, 1],
    [`backup upload ${zip}`, 1],
    ['google connect', 1],
    ['threads', 78, { LOG_LEVEL: 'loud' }],
    ['threads', 78, { SVC_HTTP_PORT: 'loud' }],
    ['threads', 78, { SVC_WORKSPACE: dataDir }],
    ['erase --confirm DELETE_ALL_DATA', 0],
  ] as const) {
    const words = () => Promise.resolve(inBracketWords);
    const printed = await svcHere(dataDir, line.split(' '), env, '', words);
    expect([line, printed.code]).toEqual([line, code]);
    const unworded = inNoWords(printed.stderr.replaceAll('drive.file', ''));
    expect([line, unworded]).toEqual([line, []]);
  }
}, 60_000);
