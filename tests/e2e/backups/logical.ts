import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RestartableEngine } from '../../harness/restartable-engine.ts';

type Engine = Pick<RestartableEngine, 'client' | 'dataDir'>;

/** What an engine tells of each store, and the files of its workspace. */
export async function logical({ client, dataDir }: Engine) {
  const { threads } = await client['threads.list']();
  const { entries } = await client['memory.read']({ params: { ns: 'knowledge' } });
  const { secrets } = await client['secrets.list']();
  const { unreadable } = await client['secrets.status']();
  const { config } = await client['config.get']();
  const folder = join(dataDir, 'workspace');
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  return {
    threads: threads.map(({ threadId, title }) => [threadId, title]),
    entries: entries.map(({ text }) => text),
    secrets: secrets.map(({ name, hosts }) => [name, hosts]),
    unreadable,
    tier: config.default_tier,
    files: names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  };
}

/** Puts something new into each store. */
export async function fill({ client, dataDir }: Engine, word: string): Promise<void> {
  await client['sessions.create']();
  await client['memory.append']({ params: { ns: 'knowledge' }, body: { text: `The word is ${word}.` } });
  const secret = { value: `value-of-${word}`, hosts: ['a.example'] };
  await client['secrets.put']({ params: { name: `KEY_${word}` }, body: secret });
  mkdirSync(join(dataDir, 'workspace'), { recursive: true });
  writeFileSync(join(dataDir, 'workspace', `${word}.md`), `# ${word}`);
}

/** A file of which the first version took the place of the second one again. */
export async function replaced({ client, dataDir }: Engine, path: string): Promise<void> {
  const file = join(dataDir, 'workspace', path);
  writeFileSync(file, `first ${path}`);
  await client['files.delete']({ query: { path } });
  writeFileSync(file, `second ${path}`);
  const [first] = (await client['deletedFiles.list']({ query: {} })).deletedFiles;
  const params = { id: first?.deletedFileId ?? '' };
  await client['deletedFiles.restore']({ params, query: { inPlace: true } });
}
