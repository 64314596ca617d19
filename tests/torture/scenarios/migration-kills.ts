// Kills either engine of a migration at its system calls; once it runs again, the same command goes on.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { attach } from '../../../src/adapters/in/cli/attach.ts';
import type { Lab, Started } from '../lab.ts';
import { faultsOnDisk } from '../oracle.ts';
import type { Scenario } from '../scenario.ts';
import { swept, type Attempt } from '../sweep.ts';

const CALLS = [
  'fsync',
  'fdatasync',
  'rename',
  'renameat',
  'openat',
  'pwrite64',
  'pread64',
  'unlink',
  'writev',
];
const SIDES = ['source', 'target'] as const;
/** Of each thread on each side, evenly spread; 200 in all with `POINTS=all`. */
const MOST = process.env['POINTS'] === 'all' ? 50 : Number(process.env['POINTS'] ?? 6);

const BIG = 9 * 2 ** 20 + 7;

export async function tokenOf(dataDir: string): Promise<string> {
  const record = join(dataDir, 'engine.json');
  while (!existsSync(record)) await pause(5);
  const { socket } = JSON.parse(readFileSync(record, 'utf8')) as { socket: string };
  const { client, close } = attach(socket);
  const accepted = await client['migration.accept']({ body: {} });
  await close();
  return accepted.token;
}

/** @returns the last event, as text */
export async function move(source: Started, target: Started, migrationToken: string): Promise<string> {
  const body = { targetUrl: target.baseUrl, migrationToken };
  const { events } = await source.client['migration.export']({ body });
  let last = 'nothing';
  for await (const event of events) last = `${event.type} ${JSON.stringify(event.data)}`;
  return last;
}

async function faultsIn(
  source: { readonly dataDir: string },
  target: { readonly client: Started['client']; readonly dataDir: string },
  last: string,
): Promise<readonly string[]> {
  if (!last.startsWith('done')) return [`it did not end well: ${last}`];
  const faults: string[] = [];
  const big = ({ dataDir }: { readonly dataDir: string }) => join(dataDir, 'workspace', 'big.bin');
  if (!existsSync(big(target)) || !readFileSync(big(target)).equals(readFileSync(big(source))))
    faults.push('the large file is not the same');
  const { entries } = await target.client['memory.read']({ params: { ns: 'knowledge' } });
  if (entries.length !== 1) faults.push(`there are ${entries.length} entries of memory`);
  if (existsSync(join(source.dataDir, 'migration-outgoing'))) faults.push('the copy is left over');
  return faults;
}

export const migrationKills: Scenario = {
  name: 'migration-kills',
  promise: ['R44'],
  needs: ['strace'],
  run: async (lab) => {
    const fixture = lab.fresh();
    mkdirSync(join(fixture, 'workspace'));
    writeFileSync(join(fixture, 'workspace', 'big.bin'), randomBytes(BIG));
    const first = await lab.start(fixture);
    await first.client['memory.append']({ params: { ns: 'knowledge' }, body: { text: 'It moved.' } });
    await first.stop();
    const broken: string[] = [];
    const figures: string[] = [];
    let kills = 0;
    for (const side of SIDES) {
      const found = await swept(lab, { calls: CALLS, most: MOST, begin: () => begun(lab, fixture, side) });
      kills += found.kills;
      broken.push(...found.broken.map((fault) => `${side}, ${fault}`));
      figures.push(...found.figures.map((figure) => `${side}: ${figure}`));
    }
    return { did: `${kills} kills in migrations`, broken, figures: figures.join('; ') };
  },
};

/** A migration between two engines, of which one is killed. */
async function begun(lab: Lab, fixture: string, side: (typeof SIDES)[number]): Promise<Attempt> {
  const dirs = { source: lab.copyOf(fixture), target: lab.folder('target') };
  const engines = { source: await lab.start(dirs.source), target: await lab.start(dirs.target) };
  const migrationToken = await tokenOf(dirs.target);
  const killed = engines[side];
  let isOver = false;
  return {
    engine: killed,
    work: async () => {
      const moving = move(engines.source, engines.target, migrationToken).catch(() => 'lost');
      isOver = await Promise.race([moving.then(() => true), killed.finished.then(() => false)]);
      // The other one waits for it, or is stopped as well.
      for (const one of Object.values(engines)) await one.stop();
      await moving;
    },
    faults: async () => {
      const source = await lab.start(dirs.source);
      const target = await lab.start(dirs.target);
      const last = await move(source, target, migrationToken).catch((error: unknown) => String(error));
      // A transfer that was complete before the kill has used its token, and its copy is gone.
      const isUsed = last.includes('migration_not_accepted');
      const faults = await faultsIn(
        { dataDir: dirs.source },
        { client: target.client, dataDir: dirs.target },
        isOver && isUsed ? 'done' : last,
      );
      await source.stop();
      await target.stop();
      return [...faults, ...Object.values(dirs).flatMap(faultsOnDisk)];
    },
    end: () => {
      for (const dir of Object.values(dirs)) lab.remove(dir);
    },
  };
}
