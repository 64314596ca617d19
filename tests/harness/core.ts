import { AjvValidator } from '../../src/adapters/out/system/ajv-validator.ts';
import { openHistory, type HistoryDatabase } from '../../src/adapters/out/sqlite/history/open.ts';
import { WinstonLog } from '../../src/adapters/out/system/winston-log.ts';
import { valueMask } from '../../src/core/masking/value-mask.ts';
import type { RunId } from '../../src/core/kernel/ids.ts';
import type { Journal } from '../../src/core/ports/journal.ts';
import type { HistoryChange as Change } from '../../src/adapters/out/sqlite/history/parts.ts';
import type { MemoryEntry } from '../../src/core/memory/model.ts';
import type { Recorded, RecordRequest } from '../../src/core/memory/adding.ts';
import type { MemoryService } from '../../src/core/memory/service.ts';
import type { Model, Price } from '../../src/core/ports/model.ts';
import type { Tool } from '../../src/core/ports/tools.ts';
import type { RunEvent } from '../../src/core/runs/events.ts';
import { Spending, type SpendingLimits } from '../../src/core/runs/loop/spending.ts';
import { ConsentService } from '../../src/core/consent/service.ts';
import { PromptService, type PromptServiceDeps } from '../../src/core/prompts/service.ts';
import { RunService } from '../../src/core/runs/service.ts';
import type { Session } from '../../src/core/sessions/model.ts';
import { SessionService } from '../../src/core/sessions/service.ts';
import { ThreadService } from '../../src/core/threads/service.ts';
import { CountingIds } from '../doubles/counting-ids.ts';
import { ManualClock } from '../doubles/manual-clock.ts';
import { RecordingLog } from '../doubles/recording-log.ts';
import { ScriptedModel, type Step } from '../doubles/scripted-model.ts';

export interface CoreOptions {
  readonly turns?: readonly (readonly Step[])[];
  readonly tools?: readonly Tool[];
  readonly history?: HistoryDatabase;
  readonly journal?: (journal: Journal<Change>) => Journal<Change>;
  readonly firstId?: number;
  readonly price?: Price;
  /** Opens models in the place of the one that plays `turns`. */
  readonly open?: (profile: string | null) => Promise<Model>;
  /** What memory has to do with every task. */
  readonly remembered?: readonly MemoryEntry[];
  /** Where things are remembered after runs; without it nothing is. */
  readonly learns?: Pick<MemoryService, 'record'>;
  readonly spendingLimits?: SpendingLimits;
  /** Waited for by every run before it starts. */
  readonly opening?: Promise<void>;
  readonly secrets?: PromptServiceDeps['secrets'];
  readonly registeredApis?: () => string;
}

/** The services over a database in memory, a scripted model and a clock that stands still. */
export function coreOver({
  turns = [],
  tools = [],
  history = openHistory(':memory:'),
  journal,
  firstId,
  price,
  open,
  remembered = [],
  learns,
  spendingLimits = { run: Infinity, day: Infinity, month: Infinity },
  opening = Promise.resolve(),
  registeredApis = () => '',
  secrets = { known: () => null, couldGo: (hosts: readonly string[]) => hosts },
}: CoreOptions = {}) {
  const clock = new ManualClock();
  const log = new RecordingLog();
  const model = new ScriptedModel(turns, 'scripted', price);
  const ids = new CountingIds(firstId);
  const knownSecrets = new WinstonLog({ level: 'error', secrets: [] });
  const shared = {
    secrets,
    knownSecrets,
    clock,
    log,
    ids,
    validator: new AjvValidator(),
    journal: journal?.(history.journal) ?? history.journal,
    sessions: history.sessions,
    threads: history.threads,
    prompts: history.prompts,
    changesets: history.changesets,
    models: { open: (profile: string | null) => opening.then(() => open?.(profile) ?? model) },
  };
  const spending = new Spending({ store: history.runs, clock, limits: () => spendingLimits });
  const memory = {
    relevantTo: async () => remembered,
    record: async (request: RecordRequest): Promise<Recorded> => {
      if (!learns) throw new Error('nothing is remembered here');
      return await learns.record(request);
    },
  };
  const prompts = new PromptService(shared);
  const consents = new ConsentService({
    ...shared,
    prompts,
    grants: history.grants,
    knownServers: { has: (url) => url.startsWith('https://api.known.example/') },
  });
  const runs = new RunService({
    ...shared,
    consent: consents,
    spending,
    memory,
    masked: valueMask(() => knownSecrets.unmistakable()),
    extracts: () => learns !== undefined,
    registeredApis,
    returnedFiles: { settle: async (set) => set },
    runs: history.runs,
    toolBox: { tools: () => tools },
  });
  const sessions = new SessionService({ ...shared, runs });
  const threads = new ThreadService({
    ...shared,
    runs,
    changesets: { confirmReviewed: async () => undefined, dissolve: (_thread, _how, drop) => drop() },
  });
  return {
    clock,
    log,
    ids,
    secrets,
    knownSecrets,
    model,
    history,
    runs,
    prompts,
    consents,
    sessions,
    threads,
    newSession: (): Promise<Session> => sessions.create(null, null),
    start: (session: Session, task = 'do it'): Promise<RunId> =>
      runs.start(session.sessionId, { task, profile: null, idempotencyKey: null, startedBy: 'owner' }),
    /** All events of a run, once it has ended; the clock is moved so that gathered text is written. */
    eventsOf: async (runId: RunId): Promise<readonly RunEvent[]> => {
      const all: RunEvent[] = [];
      const reading = (async () => {
        for await (const batch of await runs.follow(runId, 0, new AbortController().signal))
          all.push(...batch);
      })();
      // A failure is the caller's to see, and may come while the clock is moved.
      reading.catch(() => undefined);
      await clock.advance(1_000);
      await reading;
      return all;
    },
  };
}

/** A tool that does what `call` says; its schema takes any object. */
export const aTool = (name: string, call: Tool['call'], inputSchema: object = { type: 'object' }): Tool => ({
  name,
  description: `The tool ${name} of a test.`,
  inputSchema,
  effect: 'effect',
  consent: 'read',
  call,
});
