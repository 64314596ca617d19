import { EVERYONE } from '../../src/core/trust/people/model.ts';
import { DEEP_PURSES, HOST_OF_OWNER } from '../doubles/people.ts';
import type { HistoryDatabase } from '../../src/adapters/out/sqlite/history/open.ts';
import { batchId } from '../../src/core/kernel/ids.ts';
import type { Change } from '../../src/core/features.ts';
import type { Journal } from '../../src/core/ports/journal.ts';
import type { Model, Price } from '../../src/core/ports/model.ts';
import type { SpendingLimits } from '../../src/core/execution/runs/loop/spending.ts';
import { batchTokens, databaseTokens, modelTokens, processTokens, runTokens } from '../../src/main/tokens.ts';
import { BatchProvider } from '../doubles/batch-provider.ts';
import { CountingIds } from '../doubles/counting-ids.ts';
import { ManualClock } from '../doubles/manual-clock.ts';
import { ScriptedModel, type Step } from '../doubles/scripted-model.ts';
import { graphOver } from './graph.ts';

/** A token of an answer costs ten cents, one of a prompt nothing. */
export const DIME: Price = { input: 0, output: 100_000, cacheRead: 0, cacheWrite: 0 };

export interface BatchCoreOptions {
  /** Null: the provider has no batch interface. */
  readonly provider?: BatchProvider | null;
  /** Where there is no batch interface. */
  readonly turns?: readonly (readonly Step[])[];
  readonly price?: Price;
  readonly open?: () => Promise<Model>;
  readonly history?: HistoryDatabase;
  readonly firstId?: number;
  readonly clock?: ManualClock;
  readonly limits?: SpendingLimits;
  readonly journal?: (journal: Journal<Change>) => Journal<Change>;
}

const NO_LIMITS: SpendingLimits = { run: Infinity, day: Infinity, month: Infinity };

/** The engine of production over databases in memory, with a batch provider in memory or a scripted model. */
export function batchesOver({
  provider = new BatchProvider(DIME),
  turns = [],
  price = DIME,
  open,
  history,
  firstId,
  clock,
  limits = NO_LIMITS,
  journal,
}: BatchCoreOptions = {}) {
  const model = new ScriptedModel(turns, 'scripted', price);
  const made = graphOver({
    ids: new CountingIds(firstId),
    ...(history ? { history } : {}),
    ...(clock ? { clock } : {}),
    rebind: ({ set, around }) => {
      set(modelTokens.models, { open: open ?? (async () => model) });
      set(batchTokens.batchGateway, { openBatches: async () => provider });
      set(runTokens.spendingLimits, () => limits);
      set(runTokens.purses, DEEP_PURSES);
      if (journal) around(databaseTokens.journal, journal);
    },
  });
  made.get(databaseTokens.databases).owner.id = HOST_OF_OWNER.person;
  const { batches, runs, sessions } = made.get(processTokens.services);
  return {
    ...made,
    model,
    provider,
    batches,
    spending: made.get(runTokens.spending),
    live: made.get(runTokens.liveRuns),
    submit: (tasks: readonly string[], principal = 'stdio') =>
      batches.submit(
        { ...HOST_OF_OWNER, principal },
        tasks.map((task, index) => ({ id: `r${index}`, task })),
      ),
    get: made.get,
    /** As the tool server shows it. */
    async shown(id: string, principal = 'stdio') {
      const submitter = { ...HOST_OF_OWNER, principal };
      const report = await batches.get(batchId(id), submitter);
      const { items } = await batches.results(batchId(id), submitter, null);
      const { state } = report.batch;
      return { state, counts: report.counts, problem: report.problem, results: items };
    },
    sideCalls: () => made.history.history.sideCallsSince(EVERYONE, 0),
    runs,
    sessions,
  };
}

export type BatchCore = ReturnType<typeof batchesOver>;

/** The same data and the same provider, served by another process: the first one died on the spot. */
export async function afterDeath(
  { history, provider, clock }: BatchCore,
  options: BatchCoreOptions = {},
): Promise<BatchCore> {
  const later = new ManualClock(clock.now());
  const next = batchesOver({ history, provider, clock: later, firstId: 100_000, ...options });
  await next.runs.recover();
  await next.batches.begin();
  return next;
}
