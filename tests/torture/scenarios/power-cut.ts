// Builds what a loss of power leaves of the data directory, at many moments of a load, and starts the engine on it.
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { library, onDisk } from '../../harness/disk/library.ts';
import { readLog, type DiskRecord } from '../../harness/disk/log.ts';
import { RecordedDisk, type Unsynced } from '../../harness/disk/power-cut.ts';
import { Random } from '../../harness/disk/random.ts';
import { Lab, type Started } from '../lab.ts';
import { faultsAfter } from '../oracle.ts';
import { Diary } from '../power/diary.ts';
import { failingSync } from '../power/failing-sync.ts';
import { lostOf } from '../power/kept.ts';
import { load } from '../power/load.ts';
import { lastSafe, replayFaults, type Taken } from '../power/replay.ts';
import { nothingTold, type Told } from '../power/told.ts';
import type { Scenario } from '../scenario.ts';
import { prepare } from '../work.ts';

const CUTS = Number(process.env['CUTS'] ?? 200);
const SEED = Number(process.env['CUT_SEED'] ?? Date.now() % 1_000_000);
const SESSIONS = 4;
/** So that an answer that does not wait for its sync is told well before it. */
const SYNC_MS = 8;
/** Engines at a time. */
const LANES = 2;
/** Every so many cuts, the power goes again while the engine starts. */
const TWICE = 10;
const STRICT = 5;

export const powerCut: Scenario = {
  name: 'power-cut',
  promise: ['R5', 'R13', 'R16'],
  needs: ['disk'],
  run: async (lab) => {
    const random = new Random(SEED);
    const fixture = lab.fresh();
    const first = await lab.start(fixture);
    await prepare(first);
    await first.stop();

    const broken: string[] = [];
    const boots = new Boots(lab.folder('boots'));
    const lanes = [lab, ...(await Promise.all(Array.from({ length: LANES - 1 }, () => Lab.open())))];
    let bytes = 0;
    const taken: Taken = { frames: 0, gaps: 0 };
    const cutAll = async (what: string, recorded: Recorded, count: number): Promise<void> => {
      bytes += recorded.size;
      const cuts = cutsOf(recorded, count, random);
      const disk = new RecordedDisk(recorded.records, recorded.before);
      const lane = async (own: Lab): Promise<void> => {
        for (let cut = cuts.shift(); cut; cut = cuts.shift()) {
          disk.goTo(cut.at);
          const dataDir = own.folder('cut');
          disk.cut(dataDir, cut.unsynced);
          const told = recorded.diary.at(cut.at);
          const faults = await afterCut(own, dataDir, told, boots, cut, taken).catch(asFault);
          broken.push(...faults.map((fault) => `${what}, ${nameOf(cut)}: ${fault}`));
          own.remove(dataDir);
        }
      };
      await Promise.all(lanes.map(lane));
      for (const folder of recorded.folders) lab.remove(folder);
    };
    for (let session = 0; session < SESSIONS; session += 1) {
      const recorded = await record(lab, fixture, boots, ({ engine, diary }) => load(engine, diary));
      await cutAll(`session ${session}`, recorded, Math.ceil(CUTS / SESSIONS));
    }
    const failing = await record(lab, fixture, boots, async ({ engine, diary, failSync }) => {
      broken.push(...(await failingSync(engine, diary, failSync)));
    });
    await cutAll('syncs that fail', failing, Math.ceil(CUTS / 10));
    return {
      did: `${Math.ceil(CUTS / SESSIONS) * SESSIONS} losses of power in ${SESSIONS} sessions of runs, questions, reviews, consents, memory, secrets, config, titles, token, and ${Math.ceil(CUTS / 10)} after syncs that failed; each start on what was left`,
      broken,
      figures: `seed ${SEED}; ${Math.round(bytes / 1000)} kB recorded; ${taken.frames} frames taken, ${taken.gaps} gaps announced`,
    };
  },
};

interface Cut {
  readonly at: number;
  readonly unsynced: Unsynced;
  /** Where the power goes again during the next start, as a share of what that start does. */
  readonly again: number | null;
}

const nameOf = ({ at, unsynced, again }: Cut): string =>
  `cut at ${at} (${unsynced === 'strict' ? unsynced : unsynced.seed}${again === null ? '' : ', twice'})`;

/** A start that fails, and a request that is refused because what it names is lost. */
const asFault = (error: unknown): readonly string[] => [
  `${(error as Error).name}: ${(error as Error).message}`,
];

/** A file for each boot of the machine. */
class Boots {
  readonly #folder: string;
  #count = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  next(): string {
    this.#count += 1;
    const file = join(this.#folder, String(this.#count));
    const id = String(this.#count).padStart(12, '0');
    writeFileSync(file, `00000000-0000-4000-8000-${id}\n`);
    return file;
  }
}

/** The path of the library; `needs` has checked that there is one. */
const preloaded = (): string => library().path ?? '';

interface Recorded {
  readonly before: string;
  readonly records: readonly DiskRecord[];
  readonly size: number;
  readonly diary: Diary<Told>;
  readonly folders: readonly string[];
}

interface Recording {
  readonly engine: Started;
  readonly diary: Diary<Told>;
  /** While this file exists, syncs fail. */
  readonly failSync: string;
}

/** Runs an engine on a copy of a folder until `use` is over, kills it, and returns what it did to its disk. */
async function record(
  lab: Lab,
  fixture: string,
  boots: Boots,
  use: (recording: Recording) => Promise<void>,
): Promise<Recorded> {
  const before = lab.copyOf(fixture);
  const dataDir = lab.copyOf(fixture);
  const logs = lab.folder('log');
  const log = join(logs, 'disk');
  const failSync = join(logs, 'fail');
  const settings = { syncMs: SYNC_MS, record: { log, root: dataDir }, failSync, bootId: boots.next() };
  const env = { ...onDisk(preloaded(), settings), UV_THREADPOOL_SIZE: '4' };
  const engine = await lab.start(dataDir, { env });
  const diary = new Diary(log, nothingTold);
  await use({ engine, diary, failSync });
  await engine.kill();
  const size = statSync(log).size;
  return { before, records: readLog(log), size, diary, folders: [before, dataDir, logs] };
}

/** Half of them right after an answer, half at any change. In the order of the log. */
function cutsOf({ records, diary }: Recorded, count: number, random: Random): Cut[] {
  const { positions } = diary;
  const cuts = Array.from({ length: count }, (_, nth): Cut => {
    const at =
      (nth % 2 === 0 ? positions[random.below(positions.length)] : undefined) ??
      records[random.below(records.length)]?.end ??
      0;
    return {
      at,
      unsynced: nth % STRICT === 0 ? 'strict' : { seed: random.below(1_000_000) },
      again: nth % TWICE === 3 ? random.next() : null,
    };
  });
  return cuts.toSorted((a, b) => a.at - b.at);
}

/** The faults of the engine that starts after the cut. */
async function afterCut(
  lab: Lab,
  dataDir: string,
  told: Told,
  boots: Boots,
  { unsynced, again }: Cut,
  taken: Taken,
): Promise<readonly string[]> {
  if (again !== null) {
    const recorded = await record(lab, dataDir, boots, async () => {});
    const disk = new RecordedDisk(recorded.records, recorded.before);
    disk.goTo(recorded.size * again);
    lab.remove(dataDir);
    disk.cut(dataDir, unsynced);
    for (const folder of recorded.folders) lab.remove(folder);
  }
  const { run } = told.said;
  const safe = told.safe.get(run.runId ?? '') ?? 0;
  const last = lastSafe(run, safe);
  // What may be lost is not asked for in the conversation either.
  const kept = new Map([...run.frames].filter(([id]) => id <= last));
  const faults = await faultsAfter(
    lab,
    dataDir,
    { ...told.said, run: { ...run, frames: kept } },
    {
      env: onDisk(preloaded(), { bootId: boots.next() }),
      replay: (engine) => replayFaults(engine, run, safe, taken),
      more: (engine) => lostOf(engine, dataDir, told, taken),
    },
  );
  // `replayFaults` decides about gaps.
  return faults.filter((fault) => !fault.startsWith('history.db: streams with gaps'));
}
