// Room: what the engine says of itself: whether it is ready, and what is wrong.

import { EVERYONE, type Asker, type Whose } from '../../trust/people/model.ts';
import type { PersonId } from '../../kernel/ids.ts';
import type { Waiting } from '../expiry/model.ts';
import type { Expiry } from '../expiry/service.ts';
import type { ConfigReport } from '../config/service.ts';
import type { ModelGateway } from '../../ports/model.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import type { Says } from '../../kernel/says.ts';
import { refuseStorage } from '../../kernel/storage-refusals.ts';
import type { Words } from '../../ports/words.ts';

/** When to ask again while the server of the data is away. */
const RETRY_MS = 1_000;

/** Runs in progress in this process. */
export interface RunsInProgress {
  countOf(whose: Whose): number;
  /** The engine is stopping and takes no new work. */
  readonly draining: boolean;
}

/** What is wrong with the data directory while the engine runs; null if nothing is. */
export type DirectoryProblem = () => Says | null;

export interface EngineStatusDeps {
  readonly version: string;
  readonly startedAt: number;
  readonly pid: number;
  readonly runs: RunsInProgress;
  readonly models: ModelGateway;
  readonly words: Words;
  /** The demo model answers, whatever is configured or chosen. */
  readonly isDemoAsked: boolean;
  readonly refusedStores: () => readonly Refusal[];
  readonly directoryProblem: DirectoryProblem;
  /** The server that keeps the data; null: files do. */
  readonly server: StorageServer | null;
  readonly reminding: readonly Reminding[];
  /** What is the owner's to see to, and nobody else is told of. */
  readonly remindingOwner: readonly Reminding[];
  readonly expiry: Pick<Expiry, 'waiting'>;
  readonly hasSpeech: () => boolean;
}

/** Where a PostgreSQL server keeps the data. */
export interface StoragePlace {
  /** Its host, or the folder of its socket, and its port. */
  readonly server: string;
  readonly database: string;
  readonly schema: string;
}

/** The server that keeps the data. */
export interface StorageServer {
  readonly place: StoragePlace;
  /** Whether it cannot be reached now. */
  isAway(): boolean;
}

/** What somebody should see to. Never rejects. */
export interface Reminding {
  reminders(person: PersonId): Promise<readonly Says[]>;
}

export interface EngineReport {
  readonly version: string;
  readonly pid: number;
  readonly startedAt: number;
  /** Of the one who asks; for the owner everybody's. */
  readonly activeRuns: number;
  /** Files of the stores that refuse because they are damaged. */
  readonly damagedStores: readonly string[];
  /** Files of the stores that refuse because a newer version wrote them. */
  readonly newerStores: readonly string[];
  /** What else keeps it from being ready. */
  readonly problems: readonly Says[];
  /** What the one who asks should see to; the engine is ready all the same. */
  readonly reminders: readonly Says[];
  /** Why nothing is deleted for its age now; null: it is. */
  readonly deletionsWait: Waiting | null;
  /** Recordings can be heard and texts said. */
  readonly speech: boolean;
  /** Of a server that keeps the data, for the owner; null: files do. */
  readonly storage: StoragePlace | null;
  readonly model:
    | {
        readonly id: string;
        readonly provider: string;
        readonly priceKnown: boolean;
        /** It answers for every model profile, too. */
        readonly demoOnly?: true;
      }
    | { readonly problem: readonly Says[] };
}

/** The engine's report on itself. */
export class EngineStatus {
  readonly #deps: EngineStatusDeps;

  constructor(deps: EngineStatusDeps) {
    this.#deps = deps;
  }

  get version(): string {
    return this.#deps.version;
  }

  /** Null while the engine takes new work, otherwise the reason why it does not. */
  notReady(): string | null {
    return this.#deps.runs.draining ? 'draining' : null;
  }

  /** What is wrong with the data directory; null if nothing is. */
  directoryProblem(): Says | null {
    return this.#deps.directoryProblem();
  }

  /** The refusals of stores that are damaged or of a newer version. The other stores take new work all the same. */
  refusedStores(): readonly Refusal[] {
    return this.#deps.refusedStores();
  }

  /** The refusal of everything that needs the data while their server cannot be reached; null: it can. */
  awayStorage(): Refusal | null {
    return this.#deps.server?.isAway() ? refuseStorage.storage_unavailable({ retryAfterMs: RETRY_MS }) : null;
  }

  /** Whether a server keeps the data. */
  get isOnServer(): boolean {
    return this.#deps.server !== null;
  }

  async report({ person, role }: Pick<Asker, 'person' | 'role'>): Promise<EngineReport> {
    const { version, pid, startedAt, runs, reminding, remindingOwner } = this.#deps;
    const reminds = role === 'owner' ? [...reminding, ...remindingOwner] : reminding;
    const refused = this.refusedStores();
    const filesOf = (reason: string) =>
      refused.filter(({ code }) => code === reason).map(({ facts }) => String(facts['store']));
    return {
      version,
      pid,
      startedAt,
      activeRuns: runs.countOf(role === 'owner' ? EVERYONE : person),
      damagedStores: filesOf('store_corrupt'),
      newerStores: filesOf('store_newer'),
      problems: [this.directoryProblem()].filter((problem) => problem !== null),
      reminders: (await Promise.all(reminds.map((one) => one.reminders(person)))).flat(),
      deletionsWait: this.#deps.expiry.waiting,
      speech: this.#deps.hasSpeech(),
      storage: role === 'owner' ? (this.#deps.server?.place ?? null) : null,
      model: await this.#model(),
    };
  }

  /**
   * The configuration for display. Its problems include what keeps the provider from answering, because an incomplete
   * provider may be saved.
   */
  async withModelProblem(report: ConfigReport): Promise<ConfigReport> {
    const found = (await this.#modelProblem()) ?? [];
    // The configuration may say it already.
    const told = new Set(report.problems.map(({ says }) => this.#deps.words.inEnglish(says)));
    const fresh = found.filter((says) => !told.has(this.#deps.words.inEnglish(says)));
    const { provider, api_key: key, api_base_url: address } = report.sources;
    const by = provider ?? address ?? key ?? 'env';
    const source = by === 'default' ? 'env' : by;
    return { ...report, problems: [...report.problems, ...fresh.map((says) => ({ source, says }) as const)] };
  }

  /** `report` and the affected run tell of a fault; here it must not hide the configuration. */
  async #modelProblem(): Promise<readonly Says[] | null> {
    const model = await this.#model().catch(() => null);
    return model !== null && 'problem' in model ? model.problem : null;
  }

  async #model(): Promise<EngineReport['model']> {
    try {
      const model = await this.#deps.models.open(null, EVERYONE);
      const problem = (await model.unready?.()) ?? null;
      if (problem !== null) return { problem };
      return {
        id: model.id,
        provider: model.provider,
        priceKnown: model.price.isAssumed !== true,
        ...(this.#deps.isDemoAsked ? { demoOnly: true } : {}),
      };
    } catch (error) {
      if (isRefusal(error)) return { problem: error.says };
      throw error;
    }
  }
}
