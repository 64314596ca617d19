// A disk without enough room for what an import or a migration brings: it is refused, and all is as it was.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ProblemError } from '../../../src/contract/client.ts';
import { fillSpace } from '../full-disk.ts';
import { folderIn, type Lab, type Started } from '../lab.ts';
import { stacksIn } from '../oracle.ts';
import type { Scenario } from '../scenario.ts';
import { move, tokenOf } from './migration-kills.ts';

const MB = 2 ** 20;
const DISK = 'size=96m';
const TEXT = 'It came back.';

export const arrivingFull: Scenario = {
  name: 'arriving-full',
  promise: ['R44', 'R45', 'R5'],
  needs: ['mounts'],
  run: async (lab) => {
    const { zip, big } = await exportedZip(lab, 24 * MB);
    const broken: string[] = [];
    const codes: string[] = [];
    for (const when of ['before', 'meanwhile'] as const) {
      const code = await importing(lab, when, zip, big, broken);
      codes.push(`import, full ${when}: ${code}`);
    }
    for (const when of ['before', 'meanwhile'] as const) {
      const code = await migrating(lab, when, zip, big, broken);
      codes.push(`migration, full ${when}: ${code}`);
    }
    return {
      did: '2 imports and 2 migrations with no space left, each again with free space',
      broken,
      figures: codes.join('; '),
    };
  },
};

type When = 'before' | 'meanwhile';
const REFUSED = ['disk_full', 'backup_space', 'migration_space'];

/** Fills the disk at once, or as soon as something has arrived. @returns what frees it */
async function filled(disk: string, when: When, hasArrived: () => boolean): Promise<() => void> {
  if (when === 'meanwhile') while (!hasArrived()) await pause(1);
  return fillSpace(disk, when === 'before' ? 8 * MB : 0);
}

async function importing(lab: Lab, when: When, zip: Blob, big: Buffer, broken: string[]): Promise<string> {
  const disk = lab.disk(DISK);
  const dataDir = folderIn(disk, 'data');
  const engine = await lab.start(dataDir);
  const filling = filled(disk, when, () => existsSync(join(dataDir, 'restore-staging')));
  if (when === 'before') await filling;
  const code = await engine.client['export.import']({ body: zip }).then(() => 'imported', codeOf);
  (await filling)();
  const told = (fault: string) => broken.push(`import, full ${when}: ${fault}`);
  if (!REFUSED.includes(code)) told(`it ends with ${code}`);
  await confirmNothing(engine, dataDir, big, told);
  const again = await engine.client['export.import']({ body: zip }).then(() => 'imported', codeOf);
  if (again !== 'imported') told(`with free space it ends with ${again}`);
  await engine.stop();
  return code;
}

async function migrating(lab: Lab, when: When, zip: Blob, big: Buffer, broken: string[]): Promise<string> {
  const from = lab.fresh();
  const filling = await lab.start(from);
  await filling.client['export.import']({ body: zip });
  await filling.stop();
  const source = await lab.start(from);
  const disk = lab.disk(DISK);
  const dataDir = folderIn(disk, 'data');
  const target = await lab.start(dataDir);
  const token = await tokenOf(dataDir);
  const fillingUp = filled(disk, when, () =>
    existsSync(join(dataDir, 'migration-incoming', 'progress.json')),
  );
  if (when === 'before') await fillingUp;
  const last = await move(source, target, token).catch(String);
  (await fillingUp)();
  const told = (fault: string) => broken.push(`migration, full ${when}: ${fault} (${last})`);
  const code = REFUSED.find((one) => last.includes(one)) ?? last;
  if (!REFUSED.includes(code)) told('it ends otherwise');
  await confirmNothing(target, dataDir, big, told);
  const again = await move(source, target, token).catch(String);
  if (!again.startsWith('done')) told(`with free space it ends with ${again}`);
  await source.stop();
  await target.stop();
  return code;
}

async function confirmNothing(
  engine: Started,
  dataDir: string,
  big: Buffer,
  told: (fault: string) => void,
): Promise<void> {
  const { end, faults } = await foundIn(engine, dataDir, big);
  if (end !== 'nothing') told(`what is there is ${end ?? 'a part'}: ${faults.join(', ')}`);
  for (const fault of stacksIn(engine.output.stderr)) told(fault);
}

function codeOf(error: unknown): string {
  return error instanceof ProblemError ? error.problem.code : String(error);
}

/** The zip of an engine with an entry of memory and a large file. */
async function exportedZip(lab: Lab, bytes: number): Promise<{ readonly zip: Blob; readonly big: Buffer }> {
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

/** What came of an import, and what is neither all nor nothing. */
async function foundIn(
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
