import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { runId, threadId } from '../../../../src/core/kernel/ids.ts';
import { memoryLimits } from '../../../../src/core/knowledge/memory/limits.ts';
import { listLimits } from '../../../../src/core/kernel/limits.ts';
import { fromOwner, namespaceNamed, type Source } from '../../../../src/core/knowledge/memory/model.ts';
import type { Recorded } from '../../../../src/core/knowledge/memory/entry-adder.ts';
import { memoryOver } from '../../../harness/memory.ts';
import { verifies } from '../../../spec/verifies.ts';
import { tries } from '../../../harness/thinned.ts';

let open: ReturnType<typeof memoryOver>;
beforeEach(() => {
  open = memoryOver();
});
afterEach(() => open.close());

const inRun = (run: string, more: Partial<Source> = {}): Source => ({
  origin: 'agent',
  runId: runId(run),
  threadId: threadId('thread'),
  tool: 'remember',
  ...more,
});

const put = (content: string, source: Source = fromOwner) =>
  open.memory.replace('knowledge', content, source);
const contentNow = async () => (await open.memory.read('knowledge')).content;
const entriesNow = async () => (await open.memory.read('knowledge')).entries;

verifies('memory.former-names', 'namespaces accept their names and the older ones', () => {
  expect(['knowledge', 'methods', 'status', 'learnings'].map(namespaceNamed)).toEqual([
    'knowledge',
    'methods',
    'status',
    'learnings',
  ]);
  expect(['facts', 'skills', 'context', 'errors'].map(namespaceNamed)).toEqual([
    'knowledge',
    'methods',
    'status',
    'learnings',
  ]);
  for (const name of ['', 'Knowledge', 'constructor', '__proto__', 'toString', 'fact'])
    expect(namespaceNamed(name)).toBeNull();
});

describe('replace', () => {
  verifies('memory.derived', 'content reads back byte for byte', async () => {
    const text = fc
      .array(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 8 }),
          fc.constantFrom('\n', '\r\n', ' ', '\t', 'a b'),
        ),
        {
          maxLength: 12,
        },
      )
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 4 }), async (contents) => {
        const fresh = memoryOver();
        for (const content of contents) {
          await fresh.memory.replace('methods', content, fromOwner);
          const read = await fresh.memory.read('methods');
          expect(read.content).toBe(content.toWellFormed());
          expect((await fresh.store.end('methods')).chars).toBe(read.content.length);
        }
        await fresh.close();
      }),
      { numRuns: tries(20) },
    );
  });

  verifies(
    'memory.provenance',
    'unchanged lines keep their id, source and age, wherever they move',
    async () => {
      await put('one\ntwo\nthree', inRun('first'));
      const before = await entriesNow();
      await open.clock.advance(1_000);
      expect(await put('zero\nthree\none\n\ntwo and a half')).toEqual({
        namespace: 'knowledge',
        added: 2,
        kept: 2,
        superseded: 1,
      });
      const after = await entriesNow();
      expect(after.map(({ text }) => text)).toEqual(['zero', 'three', 'one', 'two and a half']);
      const { entryId, source, createdAt } = before[2] ?? {};
      expect(after[1]).toMatchObject({ entryId, source, createdAt });
      expect(after[0]).toMatchObject({ source: fromOwner, createdAt: open.clock.now() });
    },
  );

  verifies('memory.history', 'removed lines are kept as history, with their replacements', async () => {
    await put('keep\nold');
    const [, old] = await entriesNow();
    await open.clock.advance(5);
    await put('keep\nnew');
    const [, now] = await entriesNow();
    expect((await open.memory.history('knowledge', null)).items).toEqual([
      expect.objectContaining({
        entryId: old?.entryId,
        text: 'old',
        supersededAt: open.clock.now(),
        supersededBy: now?.entryId,
      }),
    ]);
    expect((await open.memory.search('old', { limit: 5 })).map(({ entry }) => entry.text)).not.toContain(
      'old',
    );
    const withHistory = await open.memory.search('old', { limit: 5, history: true });
    expect(withHistory.map(({ entry }) => entry.text)).toContain('old');
  });

  it('refuses what is too large', async () => {
    const most = memoryLimits.namespaceChars;
    await expect(put('x'.repeat(most + 1))).rejects.toMatchObject({ code: 'memory_too_large' });
    expect(await contentNow()).toBe('');
  });

  it('accepts a line of a megabyte', async () => {
    const line = 'word '.repeat(200_000).trim();
    await put(line);
    expect(await contentNow()).toBe(line);
    expect(await open.memory.search('word', { limit: 1 })).toHaveLength(1);
  });
});

describe('append', () => {
  verifies('memory.append', 'adds each line at the end, and keeps a final line break', async () => {
    expect((await open.memory.append('knowledge', 'one', fromOwner)).map(({ text }) => text)).toEqual([
      'one',
    ]);
    await open.memory.append('knowledge', '\n two\nthree \n', fromOwner);
    expect(await contentNow()).toBe('one\ntwo\nthree');
    await put('one\n');
    await open.memory.append('knowledge', 'two', fromOwner);
    expect(await contentNow()).toBe('one\ntwo\n');
    expect((await open.store.end('knowledge')).chars).toBe('one\ntwo\n'.length);
  });

  it('refuses white space', async () => {
    for (const nothing of ['', ' ', '\n\n', '\t'])
      await expect(open.memory.append('knowledge', nothing, fromOwner)).rejects.toMatchObject({
        code: 'nothing_to_remember',
      });
  });

  it('loses no concurrent call', async () => {
    const texts = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    await Promise.all([
      ...texts.map((text) => open.memory.append('knowledge', text, fromOwner)),
      open.memory.edit('knowledge', 'line 3', 'line three', fromOwner),
      open.memory.append('methods', 'elsewhere', fromOwner),
    ]);
    expect((await open.textsIn()).toSorted()).toEqual(
      texts.map((text) => (text === 'line 3' ? 'line three' : text)).toSorted(),
    );
  });
});

describe('edit', () => {
  verifies('memory.edit', 'replaces the first occurrence, literally, also across lines', async () => {
    await put('a.c a.c\nabc\n');
    expect(await open.memory.edit('knowledge', 'a.c', '$&', fromOwner)).toBe(true);
    expect(await contentNow()).toBe('$& a.c\nabc\n');
    expect(await open.memory.edit('knowledge', 'c\nab', '-', fromOwner)).toBe(true);
    expect(await contentNow()).toBe('$& a.-c\n');
    expect(await open.memory.edit('knowledge', 'nowhere', 'x', fromOwner)).toBe(false);
    expect(await open.memory.edit('knowledge', '\n', '', fromOwner)).toBe(true);
    expect(await contentNow()).toBe('$& a.-c');
    await expect(open.memory.edit('knowledge', '', 'x', fromOwner)).rejects.toMatchObject({
      code: 'empty_pattern',
    });
  });

  verifies('memory.history', 'keeps the earlier statement', async () => {
    await put('Anna lives in Rome\nBob lives in Oslo');
    await open.memory.edit('knowledge', 'Rome', 'Paris', inRun('second'));
    const [anna, bob] = await entriesNow();
    expect(anna).toMatchObject({ text: 'Anna lives in Paris', source: inRun('second') });
    expect(bob?.source).toEqual(fromOwner);
    expect((await open.memory.history('knowledge', null)).items).toMatchObject([
      { text: 'Anna lives in Rome', supersededBy: anna?.entryId },
    ]);
  });
});

describe('delete', () => {
  verifies(
    ['memory.delete', 'security.patterns'],
    'takes a pattern literally, refuses an empty one, and wipes nothing by accident',
    async () => {
      const lines = [
        '50% off',
        'snake_case',
        'a+b',
        '(a+)+$',
        'plain',
        '.* dots',
        "it's '; DROP TABLE entries;--",
      ];
      const count = async (pattern: string): Promise<number | string> => {
        const fresh = memoryOver();
        await fresh.memory.replace('knowledge', lines.join('\n'), fromOwner);
        try {
          return await fresh.memory.delete('knowledge', pattern);
        } catch (error) {
          return (error as { code: string }).code;
        } finally {
          expect(await fresh.textsIn('methods')).toEqual([]);
          await fresh.close();
        }
      };
      expect(await count('')).toBe('empty_pattern');
      expect(await count('   ')).toBe('empty_pattern');
      expect(await count('\n')).toBe('empty_pattern');
      expect(await count('%')).toBe(1);
      expect(await count('_')).toBe(1);
      expect(await count('.*')).toBe(1);
      expect(await count('(a+)+$')).toBe(1);
      expect(await count('.')).toBe(1);
      expect(await count("'; DROP TABLE entries;--")).toBe(1);
      expect(await count('PLAIN')).toBe(0);
      expect(await count('x'.repeat(1_000_000))).toBe(0);
      expect(await count('\u0000')).toBe(0);
      expect(await count('\ud800')).toBe(0);
      await put('a one\na two');
      await expect(open.memory.delete('knowledge', 'a')).rejects.toMatchObject({ code: 'pattern_too_broad' });
      expect(await contentNow()).toBe('a one\na two');
      expect(await open.memory.delete('knowledge', 'a o')).toBe(1);
      expect(await open.memory.delete('knowledge', 'a')).toBe(1);
    },
  );

  verifies('memory.delete', 'is permanent, including history', async () => {
    await put('walrus one\nother');
    await put('walrus two\nother');
    expect(await open.memory.delete('knowledge', 'walrus')).toBe(1);
    expect(await contentNow()).toBe('other');
    expect((await open.memory.history('knowledge', null)).items).toEqual([]);
    expect(await open.memory.search('walrus', { limit: 5, history: true })).toEqual([]);
    await put('walrus three\nother');
    await put('other');
    expect(await open.memory.delete('knowledge', 'walrus')).toBe(0);
    expect((await open.memory.history('knowledge', null)).items).toEqual([]);
  });

  it('closes the gap in the text', async () => {
    await put('first\n\nsecond\nthird\n');
    await open.memory.delete('knowledge', 'first');
    expect(await contentNow()).toBe('second\nthird\n');
    await open.memory.delete('knowledge', 'third');
    expect(await contentNow()).toBe('second\n');
    expect((await open.store.end('knowledge')).chars).toBe('second\n'.length);
  });
});

verifies('memory.history', 'forgotten entries are neither shown nor found, and stay as history', async () => {
  await put('walrus\nother');
  expect((await open.memory.forget('knowledge', 'walr')).map(({ text }) => text)).toEqual(['walrus']);
  expect(await contentNow()).toBe('other');
  expect(await open.memory.search('walrus', { limit: 5 })).toEqual([]);
  expect((await open.memory.history('knowledge', null)).items).toMatchObject([
    { text: 'walrus', supersededBy: null },
  ]);
  expect(await open.memory.forget('knowledge', 'walr')).toEqual([]);
  await expect(open.memory.forget('knowledge', ' ')).rejects.toMatchObject({ code: 'empty_pattern' });
});

describe('record', () => {
  const record = (text: string, source: Source = inRun('r1'), more = {}): Promise<Recorded> =>
    open.memory.record({ namespace: 'knowledge', text, source, ...more });

  verifies(
    'memory.never-learned-again',
    'stores once; a repetition in another run confirms it, one in the same run does not',
    async () => {
      expect(await record('The cat is called Biscuit.')).toMatchObject({ outcome: 'stored' });
      await open.clock.advance(10);
      expect(await record('the CAT is called biscuit')).toMatchObject({
        outcome: 'known',
        entry: { updatedAt: open.clock.now() - 10 },
      });
      expect(await record('cat is called Biscuit', inRun('r2'))).toMatchObject({
        outcome: 'confirmed',
        entry: { updatedAt: open.clock.now() },
      });
      expect(await record('The cat is called Biscuit', fromOwner)).toMatchObject({ outcome: 'confirmed' });
      expect(await open.textsIn()).toEqual(['The cat is called Biscuit.']);
      expect((await entriesNow())[0]).toMatchObject({ source: inRun('r1'), updatedAt: open.clock.now() });
    },
  );

  it.each([
    ['Room 12 is free', 'Room 13 is free'],
    ['Anna loves Bob', 'Bob loves Anna'],
    ['He likes tea', 'He does not like tea'],
    ['She works in Rome', 'She worked in Rome'],
  ])('%j and %j are two statements', async (a, b) => {
    await record(a);
    expect(await record(b)).toMatchObject({ outcome: 'stored' });
    expect(await open.textsIn()).toEqual([a, b]);
  });

  verifies(
    'memory.never-learned-again',
    'refuses recalled text, and text from outside unless it is accepted',
    async () => {
      const external = inRun('r1', { origin: 'external' });
      expect(await record('from memory', inRun('r1'), { isRecalled: true })).toEqual({
        outcome: 'refused',
        reason: 'recalled',
      });
      expect(await record('from a page', external)).toEqual({ outcome: 'refused', reason: 'external' });
      expect(await open.textsIn()).toEqual([]);
      expect(await record('from a page', external, { acceptsExternal: true })).toMatchObject({
        outcome: 'stored',
        entry: { source: external },
      });
      const again = inRun('r2', { origin: 'external' });
      expect(await record('from a page', again, { acceptsExternal: true })).toMatchObject({
        outcome: 'known',
      });
    },
  );

  it('makes one line of a text, and keeps the date since when it is true', async () => {
    const validFrom = open.clock.now() - 5_000;
    await record('  first line \r\n\n second line ', inRun('r1'), { validFrom });
    expect(await entriesNow()).toMatchObject([{ text: 'first line second line', validFrom }]);
    await expect(record(' \n ')).rejects.toMatchObject({ code: 'nothing_to_remember' });
  });

  it('stores a statement once when it is recorded twice at the same time', async () => {
    const outcomes = await Promise.all(['r1', 'r2', 'r3'].map((run) => record('said at once', inRun(run))));
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['confirmed', 'confirmed', 'stored']);
    expect(await open.textsIn()).toEqual(['said at once']);
  });
});

verifies(
  'memory.secrets',
  'every way of writing refuses a text that looks like a key, and stores nothing',
  async () => {
    await put('harmless');
    const secrets = [
      'the key is sk-abcdEFGH1234567890ijkl',
      'ghp_0123456789abcdefABCDEF0123456789abcd',
      'my password: hunter2hunter',
      'Authorization: Bearer abc123def456ghi789',
      'postgres://me:s3cretpass@host/db',
      '-----BEGIN RSA PRIVATE KEY-----',
    ];
    for (const text of secrets) {
      const refused = { code: 'secret_in_memory' };
      await expect(put(`fine\n${text}`)).rejects.toMatchObject(refused);
      await expect(open.memory.append('knowledge', text, fromOwner)).rejects.toMatchObject(refused);
      await expect(open.memory.edit('knowledge', 'harmless', text, fromOwner)).rejects.toMatchObject(refused);
      const source = inRun('r');
      await expect(open.memory.record({ namespace: 'knowledge', text, source })).rejects.toMatchObject(
        refused,
      );
      await expect(open.memory.remember('knowledge', `ok\n${text}`, source)).rejects.toMatchObject(refused);
    }
    expect(await contentNow()).toBe('harmless');
    const harmless = [
      'I took a basic photography course',
      'The skateboarding-lessons are on Friday',
      'skill-building-workshop',
      'Bearer of good news yesterday',
      'the token is in the drawer',
      'My secret is that I like rain',
      'see https://example.org/a:b@c',
    ];
    await put(harmless.join('\n'));
    expect(await open.textsIn()).toEqual(harmless);
  },
);

describe('search', () => {
  const search = async (question: string, more = {}) =>
    (await open.memory.search(question, { limit: 10, ...more })).map(({ entry }) => entry.text);

  verifies(
    'memory.search',
    'finds other forms, synonyms, typos, parts of words and scripts without spaces',
    async () => {
      await put(
        [
          'Marta went to the mountains in spring',
          'The children adore their puppy',
          'A workshop on education policy',
          'Die Straße nach Zürich ist gesperrt',
          '私は図書館で本を読みます',
          'She bought a red bicycle',
          'Deploy with npm run release:prod',
        ].join('\n'),
      );
      expect((await search('where did Marta go'))[0]).toContain('Marta');
      expect((await search('pet'))[0]).toContain('puppy');
      expect((await search('kid'))[0]).toContain('children');
      expect((await search('educaton'))[0]).toContain('education');
      expect((await search('orksho'))[0]).toContain('workshop');
      expect((await search('strasse ZURICH'))[0]).toContain('Zürich');
      expect((await search('図書館'))[0]).toContain('図書館');
      expect((await search('本'))[0]).toContain('本');
      expect((await search('what did she buy'))[0]).toContain('bought');
      expect((await search('release:prod'))[0]).toContain('release');
      expect(await search('zzzzqqqq')).toEqual([]);
      expect(await search('')).toEqual([]);
      expect(await search('the of and')).toEqual([]);
    },
  );

  verifies('memory.search', 'always returns the same order, the newest first among equals', async () => {
    for (let day = 0; day < 12; day++) {
      await open.memory.append('knowledge', `report ${String.fromCharCode(97 + day).repeat(3)}`, fromOwner);
      await open.memory.append('methods', `filler text number ${day}`, fromOwner);
      await open.clock.advance(24 * 60 * 60 * 1000);
    }
    const first = await search('report');
    expect(first).toHaveLength(10);
    for (let round = 0; round < 5; round++) expect(await search('report')).toEqual(first);
    const all = await open.memory.search('report', { limit: 12 });
    const scores = all.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    for (const [index, { entry, score }] of all.entries()) {
      const next = all[index + 1];
      if (next && next.score === score) expect(entry.createdAt).toBeGreaterThan(next.entry.createdAt);
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
    }
  });

  it('prefers entries from the time in the question', async () => {
    await open.memory.append('knowledge', 'Meeting with Ada about the bridge', fromOwner);
    await open.clock.advance(40 * 24 * 60 * 60 * 1000);
    await open.memory.append('methods', 'Meeting with Ada about the tunnel', fromOwner);
    await open.clock.advance(24 * 60 * 60 * 1000);
    expect((await search('What was the meeting with Ada yesterday?'))[0]).toContain('tunnel');
    expect((await search('What was the meeting with Ada in January?'))[0]).toContain('bridge');
  });

  verifies('security.patterns', 'treats everything as words, and never throws', async () => {
    await put(['fts AND sql', 'star * quote " (paren)', 'percent % under _', '🎉 party'].join('\n'));
    const hostile = [
      "'; DROP TABLE entries; --",
      'NEAR(fts, sql)',
      'text:fts',
      '{a b}: x',
      'fts \udfff sql',
      '()'.repeat(10_000),
      'a '.repeat(500_000),
      'x'.repeat(1_000_000),
    ];
    for (const question of hostile) await expect(search(question)).resolves.toBeDefined();
    expect((await search('fts AND'))[0]).toBe('fts AND sql');
    expect((await search('"quote"'))[0]).toContain('quote');
    expect((await search('\u0000fts\u0000 sql'))[0]).toBe('fts AND sql');
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 60 }),
          fc.string({
            unit: fc.constantFrom(...'"\'*() a:-^本\u0000', 'AND', 'NEAR'),
          }),
        ),
        async (question) => {
          const found = await open.memory.search(question, { limit: 50, history: true });
          for (const { score } of found) expect(score).toBeGreaterThan(0);
        },
      ),
      { numRuns: tries(60) },
    );
  });
});

verifies('memory.relevant', 'is limited in number and length, and returns nothing off-topic', async () => {
  await put(
    [
      'Anna is allergic to peanuts',
      `Anna ${'likes very long sentences '.repeat(20)}`,
      'Anna has a sister in Lyon',
      'The boiler was repaired in March',
      'Bob plays chess on Tuesdays',
    ].join('\n'),
  );
  const relevant = async (text: string, limit = 3, chars = 200) =>
    (await open.memory.relevantTo(text, { limit, chars })).map(({ entry }) => entry.text);
  await open.store.searchable();
  const about = await relevant('Is there anything that Anna must not eat? I think she has an allergy.');
  expect(about[0]).toBe('Anna is allergic to peanuts');
  expect(about.join('').length).toBeLessThanOrEqual(200);
  // Neither a neighbouring entry nor one that shares a single word.
  expect(await relevant('chess with Bob')).toEqual(['Bob plays chess on Tuesdays']);
  expect(
    await relevant('Write a poem about the sea, wind, harbours, lighthouses and gulls in March'),
  ).toEqual([]);
  expect(await relevant('chess with Bob', 3, 10)).toEqual([]);
  expect(await relevant('Please translate this poem into Latin')).toEqual([]);
  expect(await relevant('')).toEqual([]);
  expect(await relevant('\u0000 \ud800 "*" '.repeat(100_000))).toEqual([]);
});

verifies('memory.relevant', 'gives what is alone in memory, as it gives it among others', async () => {
  await put('My sister lives in Nantes.');
  const relevant = async (text: string) =>
    (await open.memory.relevantTo(text, { limit: 3, chars: 200 })).map(({ entry }) => entry.text);
  await open.store.searchable();
  expect(await relevant('Where does my sister live?')).toEqual(['My sister lives in Nantes.']);
  expect(await relevant('Who lives in Nantes, and since when?')).toEqual(['My sister lives in Nantes.']);
  expect(await relevant('Which train leaves for Lyon in the morning?')).toEqual([]);
});

verifies(
  ['contract.lists.bytes', 'memory.search'],
  'a search returns fewer large entries, the best of them, and at least one',
  async () => {
    const half = listLimits.pageBytes / 2;
    const line = (nth: number, chars: number) => `walrus ${nth} `.padEnd(chars, 'x');
    await put([line(1, half), line(2, half), line(3, half)].join('\n'));
    const all = async (limit: number) =>
      (await open.memory.search('walrus', { limit })).map(({ entry }) => entry.text.length);
    expect(await all(9)).toEqual([half, half]);
    expect(await all(1)).toEqual([half]);
    await put(line(4, 3 * half));
    expect(await all(9)).toEqual([3 * half]);
  },
);
