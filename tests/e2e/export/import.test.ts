import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { ScriptedModel, text } from '../../doubles/scripted-model.ts';
import {
  startRestartable as startedEngine,
  type RestartableEngine,
  type RestartableOptions,
} from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { until } from '../http/wire.ts';
import { replaced } from '../backups/logical.ts';
import { exported, itemsOf, type ExportDocument } from './document.ts';
import { seeded } from './seeded.ts';
import { zipOf } from './zips.ts';

const started = (options: RestartableOptions = {}) =>
  startedEngine({
    model: new ScriptedModel(Array.from({ length: 4 }, () => [text('Done, as you asked.')])),
    ...options,
  });

const read = async ({ baseUrl }: RestartableEngine, path: string): Promise<unknown> =>
  await (await fetch(`${baseUrl}/api/${path}`)).json();

const blob = (zip: Uint8Array<ArrayBuffer>) => new Blob([zip]);

/** Imports, and waits for the engine that starts on it. */
async function imported(engine: RestartableEngine, zip: Uint8Array<ArrayBuffer>) {
  const answer = await engine.client['export.import']({ body: blob(zip) });
  const params = { operationId: answer.operationId };
  const outcomeOf = async () => {
    const found = await engine.client['backups.restored']({ params }).catch(() => null);
    if (found && found.status !== 'running')
      expect(found).toMatchObject({ status: 'completed', problems: [] });
    return found;
  };
  await until('the import is over', async () => (await outcomeOf())?.status === 'completed');
  await until('the engine serves', async () => (await fetch(`${engine.baseUrl}/readyz`)).ok);
  return answer;
}

/** Without what an import changes on purpose. */
function comparable({ sections, ...head }: ExportDocument) {
  const left = ['secrets', 'secretBindings', 'profileBindings', 'graphMarks'];
  const kept = Object.fromEntries(
    Object.entries(sections)
      .filter(([name]) => !left.includes(name))
      .map(([name, section]) => [
        name,
        { ...section, items: section.items.map((item) => withoutMarks(name, item)) },
      ]),
  );
  return { ...head, exportedAt: null, sections: kept };
}

function withoutMarks(section: string, item: Record<string, unknown>): Record<string, unknown> {
  if (section === 'triggers')
    return { ...item, confirmedAt: null, nextDueAt: null, dueFoundAt: null, restoredAt: null };
  if (section === 'config') return { ...item, api_key: null };
  return item;
}

verifies(
  ['imports.round-trip', 'imports.waits'],
  'what was exported and imported exports to the same document, works, and waits for its owner',
  async () => {
    const first = await started();
    await seeded(first);
    await replaced(first, 'plan.md');
    // The engine reads its memory for names beside, and says in the graph's marks how far it is.
    await until('the memory was read for names', async () => {
      const document = await exported(first.baseUrl, '?sections=memory,names,graphMarks');
      const marks = Object.fromEntries(
        itemsOf(document, 'graphMarks').map(({ mark, value }) => [mark, value]),
      );
      const [entry, name] = [itemsOf(document, 'memory').at(-1), itemsOf(document, 'names').at(-1)];
      return marks['entries'] === entry?.['entryId'] && marks['names'] === String(name?.['nameNo']);
    });
    const zip = await zipOf(first.baseUrl);
    const before = await exported(first.baseUrl);
    const second = await started();
    await second.client['secrets.put']({
      params: { name: 'OWN' },
      body: { value: 'its own secret value', hosts: [] },
    });
    const { secrets } = await imported(second, zip);
    expect(secrets).toEqual(['SHOP']);
    expect((await second.client['backups.list']()).backups[0]).toMatchObject({ kind: 'before_import' });
    const after = await exported(second.baseUrl);
    expect(comparable(after)).toEqual(comparable(before));
    // What is derived from them is there again.
    for (const path of [
      'kg/stats',
      'kg/entities',
      'kg/entities?q=Zoe',
      'crm/contacts',
      'crm/deals',
      'tasks?tag=shop',
      'tasks?q=milk',
      'datastore/collections',
      'datastore/visits',
      'memory/knowledge',
      'merges',
      'tags',
    ])
      expect([path, await read(second, path)]).toEqual([path, await read(first, path)]);
    // Files are as they were.
    for (const { path, kind, mode } of itemsOf(before, 'workspaceFiles')) {
      const [from, to] = [join(first.dataDir, String(path)), join(second.dataDir, String(path))];
      expect(statSync(to).mode & 0o777).toBe(mode);
      if (kind === 'file') expect(readFileSync(to)).toEqual(readFileSync(from));
    }
    // What was deleted or replaced can still be brought back.
    const { deletedFiles } = await second.client['deletedFiles.list']({ query: {} });
    expect(deletedFiles).toMatchObject([{ path: 'plan.md', earlierVersion: true }]);
    await second.client['deletedFiles.restore']({
      params: { id: deletedFiles[0]?.deletedFileId ?? '' },
      query: { inPlace: true },
    });
    expect(readFileSync(join(second.dataDir, 'workspace/plan.md'), 'utf8')).toBe('second plan.md');
    for (const { contentHash } of itemsOf(after, 'artifactContents'))
      expect(
        createHash('sha256')
          .update(readFileSync(join(second.dataDir, 'artifacts', String(contentHash))))
          .digest('hex'),
      ).toBe(contentHash);
    expect(itemsOf(after, 'triggers')).toMatchObject([{ confirmedAt: null, nextDueAt: null }]);
    expect((await second.client['secrets.list']()).secrets.map(({ name }) => name)).toEqual(['OWN']);
    expect(existsSync(join(second.dataDir, 'restore-staging'))).toBe(false);
    // It finds what it imported.
    await until('the words are found', async () => {
      const { hits } = await second.client['threads.search']({ query: { q: 'hello' } });
      return hits.length > 0;
    });
  },
);
