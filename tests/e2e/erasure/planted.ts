import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inventory, type DataName, type Entry } from '../../../src/core/instance/data-directory/inventory.ts';
import { RunsIndexFile } from '../../../src/adapters/out/files/runs-index-file.ts';
import { ownerOf } from '../../../src/main/tool-server-settings.ts';
import { attach } from '../../../src/adapters/in/cli/attach.ts';
import type { RestartableEngine } from '../../harness/restartable-engine.ts';

export const NEEDLE = 'Needle0Quendolin';

/** Files below these paths that contain the needle, in any of the ways in which a store may keep it. */
export function holding(...places: readonly string[]): readonly string[] {
  const needles = [NEEDLE, NEEDLE.toLowerCase(), Buffer.from(NEEDLE, 'utf16le')].map((text) =>
    Buffer.from(text),
  );
  return places.flatMap((place) =>
    filesBelow(place).filter((path) => {
      const content = readFileSync(path);
      return path.includes(NEEDLE) || needles.some((needle) => content.includes(needle));
    }),
  );
}

function filesBelow(place: string): readonly string[] {
  if (!existsSync(place)) return [];
  if (!lstatSync(place).isDirectory()) return lstatSync(place).isFile() ? [place] : [];
  return readdirSync(place).flatMap((name) => filesBelow(join(place, name)));
}

/** A file in the place of each entry that an erasure removes, as far as there is none. */
export function plantFiles(dataDir: string): void {
  for (const [name, entry] of Object.entries(inventory) as readonly (readonly [DataName, Entry])[]) {
    const { kind, erased } = entry;
    if (erased !== 'yes' || ['database', 'folder', 'workspace'].includes(kind)) continue;
    const path = join(dataDir, name.replaceAll(/<[a-z]+>/gu, `planted`).replace('/**', '/planted/file'));
    if (existsSync(path)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${NEEDLE} in ${name}`);
  }
}

/** Puts the needle into every store of an engine, by the ways that owners, models and hosts have. */
export async function plantRows(
  engine: Pick<RestartableEngine, 'client' | 'dataDir' | 'running'>,
  stateDir: string,
  threads: number,
): Promise<void> {
  const { client, dataDir } = engine;
  const { sessionId } = await client['sessions.create']();
  const run = await client['runs.start']({ params: { id: sessionId }, body: { task: `Remember ${NEEDLE}` } });
  for await (const _ of run.events);
  for (let n = 1; n < threads; n += 1) {
    const { threadId } = await client['sessions.create']();
    await client['threads.set']({ params: { id: threadId }, body: { title: `${NEEDLE} ${n}` } });
  }
  await client['memory.append']({ params: { ns: 'knowledge' }, body: { text: `${NEEDLE} lives in Ulm.` } });
  await client['artifacts.save']({ body: { title: NEEDLE, content: `About ${NEEDLE}` } });
  for (const name of [`${NEEDLE} Weber`, `Anna ${NEEDLE} Weber`])
    await client['graph.save']({ body: { kind: 'person', name } });
  await client['merges.merge']({ body: { merged: `${NEEDLE} Weber`, kept: `Anna ${NEEDLE} Weber` } });
  await client['contacts.add']({
    body: { name: `Bo ${NEEDLE}`, email: `bo@${NEEDLE.toLowerCase()}.example` },
  });
  await client['deals.add']({ body: { title: `Deal of ${NEEDLE}`, contact: `Bo ${NEEDLE}` } });
  await client['datastore.create']({
    body: { name: 'notes', columns: [{ name: 'text', type: 'string' }] },
  });
  await client['datastore.insert']({
    params: { collection: 'notes' },
    body: { records: [{ text: NEEDLE }] },
  });
  await client['tasks.create']({ body: { title: NEEDLE } });
  await client['secrets.put']({ params: { name: 'SHOP_KEY' }, body: { value: `${NEEDLE}-value` } });
  await client['config.set']({ body: { default_tier: 'deep' }, query: { replace: true } });
  mkdirSync(join(dataDir, 'workspace', 'deep', NEEDLE), { recursive: true });
  writeFileSync(join(dataDir, 'workspace', 'deep', NEEDLE, 'a.txt'), NEEDLE);
  const host = attach(engine.running.socket);
  try {
    await host.client['toolServer.start']({
      body: {
        principal: 'stdio',
        client: 'a host',
        task: `Read ${NEEDLE}`,
        files: [{ name: 'given.txt', mimetype: 'text/plain', data: Buffer.from(NEEDLE).toString('base64') }],
        waits: 'poll',
        canAsk: false,
        stateDir,
      },
    });
    await host.client['toolServer.index']({ body: { principal: 'stdio', stateDir } });
  } finally {
    await host.close();
  }
  await indexed(stateDir, ownerOf(dataDir), NEEDLE);
  await indexed(stateDir, OTHER, null);
}

/** Another engine, whose runs are in the same index. */
const OTHER = 'aaaaaaaaaaaa';

async function indexed(stateDir: string, owner: string, error: string | null): Promise<void> {
  const path = join(stateDir, 'mcp-runs.json');
  const file = new RunsIndexFile({ path, mayBeLinked: false, owner: () => owner, tell: () => undefined });
  await file.write([{ runId: 'a', sessionId: 'b', done: true, error, updatedAt: '2026-01-01T00:00:00Z' }]);
}
