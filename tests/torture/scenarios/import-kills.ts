// Kills the engine of an import at its system calls; after the next start all of it is there, or nothing.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Lab, Started } from '../lab.ts';
import { faultsOnDisk } from '../oracle.ts';
import type { Scenario } from '../scenario.ts';
import { swept } from '../sweep.ts';

const CALLS = ['fsync', 'fdatasync', 'rename', 'openat', 'pwrite64', 'unlink', 'mkdir'];
/** Of each thread, evenly spread; 200 in all with `POINTS=all`. */
const MOST = process.env['POINTS'] === 'all' ? 100 : Number(process.env['POINTS'] ?? 8);
const TEXT = 'It came back.';
const BIG = 2 ** 20 + 7;

export const importKills: Scenario = {
  name: 'import-kills',
  promise: ['R45'],
  needs: ['strace'],
  run: async (lab) => {
    const { zip, big } = await exportedZip(lab);
    const ends = { all: 0, nothing: 0 };
    const { kills, broken, figures } = await swept(lab, {
      calls: CALLS,
      most: MOST,
      begin: async () => {
        const dataDir = lab.fresh();
        const engine = await lab.start(dataDir);
        return {
          engine,
          work: () => imported(engine, zip),
          faults: async () => {
            const next = await lab.start(dataDir);
            const { end, faults } = await foundIn(next, dataDir, big);
            if (end !== null) ends[end] += 1;
            await next.stop();
            return [...faults, ...faultsOnDisk(dataDir)];
          },
          end: () => lab.remove(dataDir),
        };
      },
    });
    return {
      did: `${kills} kills in imports: ${ends.all} had happened, ${ends.nothing} had not`,
      broken,
      figures: figures.join('; '),
    };
  },
};

/** The zip of an engine with an entry of memory and a large file. */
export async function exportedZip(
  lab: Lab,
  bytes = BIG,
): Promise<{ readonly zip: Blob; readonly big: Buffer }> {
  const dataDir = lab.fresh();
  const big = randomBytes(bytes);
  mkdirSync(join(dataDir, 'workspace'));
  writeFileSync(join(dataDir, 'workspace', 'big.bin'), big);
  const engine = await lab.start(dataDir);
  await engine.client['memory.append']({ params: { ns: 'knowledge' }, body: { text: TEXT } });
  const answer = await fetch(`${engine.baseUrl}/api/export`, { headers: { accept: 'application/zip' } });
  const zip = await answer.blob();
  await engine.stop();
  return { zip, big };
}

/** Until its outcome is told, or the engine is gone. */
async function imported(
  { client, finished }: Pick<Started, 'client' | 'finished'>,
  zip: Blob,
): Promise<string> {
  let isGone = false;
  void finished.then(() => (isGone = true));
  const { operationId } = await client['export.import']({ body: zip });
  while (!isGone) {
    const answer = await client['backups.restored']({ params: { operationId } }).catch(() => null);
    if (answer !== null && answer.status !== 'running') return answer.status;
    await pause(50);
  }
  return 'lost';
}

/** What came of an import, and what is neither all nor nothing. */
export async function foundIn(
  { client }: Pick<Started, 'client'>,
  dataDir: string,
  big: Buffer,
): Promise<{ readonly end: 'all' | 'nothing' | null; readonly faults: readonly string[] }> {
  const faults: string[] = [];
  const { entries } = await client['memory.read']({ params: { ns: 'knowledge' } });
  const file = join(dataDir, 'workspace', 'big.bin');
  const isFileHere = existsSync(file);
  const isMemoryHere = entries.length === 1 && entries[0]?.text === TEXT;
  if (isFileHere && !readFileSync(file).equals(big)) faults.push('the large file is not the same');
  if (isFileHere !== isMemoryHere || (!isMemoryHere && entries.length > 0))
    faults.push(`the file is ${isFileHere ? '' : 'not '}there, and ${entries.length} entries of memory are`);
  for (const name of ['restore-staging', 'restore.json'])
    if (existsSync(join(dataDir, name))) faults.push(`${name} is left over`);
  return { end: faults.length > 0 ? null : isMemoryHere ? 'all' : 'nothing', faults };
}
