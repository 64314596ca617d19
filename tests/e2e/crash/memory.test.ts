import { describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { refuseStorage } from '../../../src/core/kernel/storage-refusals.ts';
import { OWNER_ID } from '../../doubles/people.ts';
import { openMemory } from '../../../src/adapters/out/sqlite/memory/open.ts';
import { fromOwner } from '../../../src/core/knowledge/memory/model.ts';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { memoryOver } from '../../harness/memory.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectProblem } from '../http/problems.ts';
import { ask } from '../http/wire.ts';
import { NEW_TEXT, OLD_TEXT } from './memory-texts.ts';
import { underTest } from '../../harness/under-test.ts';

/** A memory.db with the old text. */
async function withOldText(): Promise<string> {
  const file = join(temporaryDir(), 'memory.db');
  const before = memoryOver(openMemory(file, { owner: { id: OWNER_ID } }));
  await before.memory.replace('knowledge', OLD_TEXT, fromOwner);
  await before.store.searchable();
  await before.close();
  return file;
}

const ended = (file: string, nth: number): Promise<NodeJS.Signals | null> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [underTest('memory'), file, String(nth)], { stdio: 'inherit' });
    child.once('close', (_code, signal) => resolve(signal));
  });

/** Returns which of the two texts it is; fails for any other. */
async function textIn(file: string): Promise<'old' | 'new'> {
  const after = memoryOver(openMemory(file, { owner: { id: OWNER_ID } }));
  try {
    const { content, entries } = await after.memory.read('knowledge');
    const isNew = content === NEW_TEXT;
    expect([isNew, content === OLD_TEXT]).toEqual([isNew, !isNew]);
    expect(entries).toHaveLength(isNew ? 6_500 : 2_500);
    await after.store.searchable();
    expect((await after.store.statistics([])).entries).toBe(entries.length);
    const found = async (words: string) =>
      (await after.memory.search(words, { limit: 200 })).map(({ entry }) => entry.text);
    expect((await found('new number 4321')).some((text) => text.startsWith('new'))).toBe(isNew);
    expect((await found('old number 1234')).some((text) => text.startsWith('old'))).toBe(!isNew);
    return isNew ? 'new' : 'old';
  } finally {
    await after.close();
    const connection = new Database(file, { readonly: true });
    expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(connection.pragma('foreign_key_check')).toEqual([]);
    connection.close();
  }
}

describe('kill -9 while a namespace is replaced', () => {
  for (const nth of [1, 3, 5])
    verifies(
      'crash.memory',
      `in tick ${nth} leaves the old text or the new one, with a matching index`,
      async () => {
        const file = await withOldText();
        const signal = await ended(file, nth);
        if (nth <= 4) expect(signal).toBe('SIGKILL');
        const text = await textIn(file);
        // A fast machine may need fewer ticks.
        if (signal === null) expect(text).toBe('new');
      },
    );

  test('in the first ticks leaves the old text, and no kill leaves the new one', async () => {
    const file = await withOldText();
    await ended(file, 2);
    expect(await textIn(file)).toBe('old');
    await ended(file, 0);
    expect(await textIn(file)).toBe('new');
  });
});

verifies('crash.memory', 'a full disk is answered with 507, and the text stays unchanged', async () => {
  let isFull = false;
  const engine = await startTestEngine({
    model: new ScriptedModel(),
    journal: (journal) => ({
      commit: async (changes) => {
        if (isFull) throw refuseStorage.disk_full();
        await journal.commit(changes);
      },
    }),
  });
  const target = '/api/memory/knowledge';
  await ask(engine.port, { method: 'PUT', target, body: '{"content":"before"}' });
  isFull = true;
  expectProblem(
    await ask(engine.port, { method: 'PUT', target, body: '{"content":"after"}' }),
    507,
    'disk_full',
  );
  const append = { method: 'POST', target: `${target}/append`, body: '{"text":"after"}' };
  expectProblem(await ask(engine.port, append), 507, 'disk_full');
  expect((await ask(engine.port, { target })).json()).toMatchObject({ content: 'before' });
  isFull = false;
  expect((await ask(engine.port, append)).status).toBe(201);
});
