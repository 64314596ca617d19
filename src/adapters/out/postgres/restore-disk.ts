import { backupPlan } from '../../../core/keeping/backups/plan.ts';
import { inStorage, type FileSet } from '../../../core/keeping/backups/restore-plan.ts';
import type { RestoreIntent } from '../../../core/keeping/backups/restore-intent.ts';
import type { OnStaging, Place, RestoreDisk } from '../../../core/keeping/backups/restore-port.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { Log } from '../../../core/ports/log.ts';
import type { Connected } from './connect.ts';
import { exchange, forgetExchanges, isAt, type MayStay, type SchemaPlace } from './exchanged-schema.ts';
import { Lease } from './lease.ts';
import { journalOf } from './staged-schema.ts';

export interface SchemaRestoreDeps {
  /** Of everything that is not in the schema. */
  readonly files: RestoreDisk & { hasLeftovers(): Promise<boolean> };
  /** Connections to the engine's schema. */
  readonly connect: () => Promise<Connected>;
  /** Loads staged files of databases into a schema beside the engine's. */
  readonly load: (given: StagedFiles, on: OnStaging) => Promise<void>;
  readonly mayStay: () => Promise<MayStay>;
  readonly holder: () => string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface StagedFiles {
  readonly operationId: string;
  /** Names of files. */
  readonly databases: readonly string[];
  /** Names of journals: the engine goes on with these databases. */
  readonly staying: readonly string[];
}

const PLACES: Readonly<Record<Place, SchemaPlace | null>> = {
  live: 'live',
  staged: 'staged',
  aside: 'aside',
  // It is where it came from then, and goes with the rest.
  dropped: null,
};

/**
 * A restore where the databases are in a schema: all of them are one name among the files, and go in, or out again, in one
 * transaction. The engine's schema is never without them.
 */
export class SchemaRestore implements RestoreDisk {
  readonly #deps: SchemaRestoreDeps;

  constructor(deps: SchemaRestoreDeps) {
    this.#deps = deps;
  }

  async ready(operationId: string, sets: readonly FileSet[], on: OnStaging): Promise<readonly FileSet[]> {
    const isOf = ({ out }: FileSet) => backupPlan.databases.some((name) => out.includes(name));
    const replaced = sets.filter(isOf);
    if (replaced.length === 0) return sets;
    const databases = replaced.flatMap((set) => set.in);
    const staying = backupPlan.databases
      .filter((name) => !replaced.some(({ out }) => out.includes(name)))
      .map(journalOf);
    await this.#deps.load({ operationId, databases, staying }, on);
    return [...sets.filter((set) => !isOf(set)), { out: [inStorage], in: [inStorage] }];
  }

  async has(intent: RestoreIntent, name: string, place: Place): Promise<boolean> {
    if (name !== inStorage) return await this.#deps.files.has(intent, name, place);
    const at = PLACES[place];
    return at !== null && (await this.#with((connected) => isAt(connected, intent.operationId, at)));
  }

  async move(intent: RestoreIntent, name: string, from: Place, to: Place): Promise<void> {
    const { files, mayStay, clock, log, holder } = this.#deps;
    if (name !== inStorage) return await files.move(intent, name, from, to);
    const comes = from === 'staged' ? 'staged' : 'aside';
    await this.#with(async (connected) => {
      // No other engine may have it meanwhile, and one that stood still writes nothing afterwards.
      const lease = await Lease.take(connected, { clock, log, holder: holder() });
      try {
        await exchange(connected, intent.operationId, comes, await mayStay());
      } finally {
        await lease.release();
      }
    });
  }

  /** The folders of the files tell that there may be a schema beside the engine's: they go last. */
  async clear(): Promise<void> {
    const { files } = this.#deps;
    if (await files.hasLeftovers()) await this.#with(forgetExchanges);
    await files.clear();
  }

  async #with<Result>(work: (connected: Connected) => Promise<Result>): Promise<Result> {
    const connected = await this.#deps.connect();
    try {
      return await work(connected);
    } finally {
      await connected.close();
    }
  }

  readonly intent: RestoreDisk['intent'] = async () => await this.#deps.files.intent();
  readonly setIntent: RestoreDisk['setIntent'] = async (text) => await this.#deps.files.setIntent(text);
  readonly removeIntent: RestoreDisk['removeIntent'] = async () => await this.#deps.files.removeIntent();
  readonly begin: RestoreDisk['begin'] = async (...given) => await this.#deps.files.begin(...given);
  readonly elsewhere: RestoreDisk['elsewhere'] = async (names) => await this.#deps.files.elsewhere(names);
  readonly keep: RestoreDisk['keep'] = async (...given) => await this.#deps.files.keep(...given);
  readonly sync: RestoreDisk['sync'] = async (...given) => await this.#deps.files.sync(...given);
}
