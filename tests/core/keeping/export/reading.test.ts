import { inEnglish } from '../../../../src/contract/words/english.ts';
import type { Says } from '../../../../src/core/kernel/says.ts';
import { expect, test } from '@jest/globals';
import type { DatabaseStage, StagedDatabases } from '../../../../src/core/keeping/export/import-port.ts';
import { Reading } from '../../../../src/core/keeping/export/reading.ts';

const staged: StagedDatabases = {
  sectionNames: [],
  add: () => undefined,
  renameContent: () => undefined,
  settle: () => Promise.resolve([]),
  close: () => undefined,
};
const stage: DatabaseStage = {
  schemaVersions: {},
  notImported: {},
  names: [],
  begin: () => staged,
};

const HEAD = '"format":"svc-export","formatVersion":1,"schemaVersions":{},"sectionNames":["threads"]';
const withItems = (...items: readonly string[]) =>
  `{${HEAD},"sections":{"threads":{"count":${items.length},"items":[${items.join(',')}]}},"complete":true}`;

function read(text: string, textChars?: number): Reading {
  const deps = { stage, databases: { sectionNames: ['threads'] } };
  const reading = new Reading('/nowhere', deps, ...(textChars === undefined ? [] : [{ textChars }]));
  reading.feed(text);
  reading.end();
  return reading;
}

/** Why it is refused, in English. */
function whyNot(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return inEnglish((error as { readonly says: Says }).says);
  }
  return '';
}

test.each([
  ['in an item', withItems('{"a":1,"a":2}'), 'name twice'],
  ['deep in an item', withItems('{"a":[{"b":{"c":1,"\\u0063":":"}}]}'), 'name twice'],
  ['in the head', `{"complete":true,${HEAD},"sections":{},"complete":true}`, '"complete" comes twice'],
  ['sections', `{${HEAD},"sections":{},"sections":{}}`, '"sections" comes twice'],
  [
    'a section',
    `{${HEAD},"sections":{"threads":{"items":[]},"threads":{"items":[]}}}`,
    '"threads" comes twice',
  ],
  ['items', `{${HEAD},"sections":{"threads":{"items":[],"items":[]}}}`, '"items" comes twice'],
])('a name that comes twice is refused: %s', (_, text, why) => {
  expect(whyNot(() => read(text))).toContain(why);
});

test('a name counts as repeated only within one object, whatever texts hold', () => {
  const item = JSON.stringify({ a: [{ a: ':"\\":' }, { a: '\\' }], ':': { a: 'x:"y' } });
  expect(read(withItems(item, item)).counts.get('threads')).toBe(2);
});

test('texts that are held until they are written are bounded together', () => {
  const profile = (name: string) => JSON.stringify({ name, text: 'x'.repeat(40) });
  const document = (...names: readonly string[]) =>
    `{${HEAD.replace('"threads"', '"apiProfiles"')},"sections":{"apiProfiles":{"count":${names.length},"items":[${names
      .map(profile)
      .join(',')}]}},"complete":true}`;
  expect(read(document('a.json', 'b.json'), 80).texts.length).toBe(2);
  expect(whyNot(() => read(document('a.json', 'b.json'), 79))).toContain('larger than any that svc writes');
});

test.each([
  ['a deleted file', 'deletedFiles', { copyId: '../vault.key' }, 'a name of a copy is none'],
  [
    'a changed file',
    'changedFiles',
    { stretches: [{ original: { copyId: 'a/b' } }] },
    'a name of a copy is none',
  ],
  ['an artifact', 'artifactVersions', { contentHash: '../../notes.txt' }, 'a hash is none'],
  ['a number as a name', 'deletedFiles', { copyId: 7 }, 'a name of a copy is none'],
])('a row that names a file outside its folder is refused: %s', (_, section, item, why) => {
  const document = (one: object) =>
    `{${HEAD.replace('threads', section)},"sections":{"${section}":{"count":1,"items":[${JSON.stringify(one)}]}},"complete":true}`;
  const readAs = (one: object) => {
    const reading = new Reading('/nowhere', { stage, databases: { sectionNames: [section] } });
    reading.feed(document(one));
    reading.end();
    return reading;
  };
  expect(whyNot(() => readAs(item))).toContain(why);
  expect(readAs({ copyId: '01a22007-c327', contentHash: 'a'.repeat(64) }).counts.get(section)).toBe(1);
});
