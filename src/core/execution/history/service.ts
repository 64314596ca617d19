import type { Whose } from '../../trust/people/model.ts';
import { type PriceKnown, leastKnown } from '../../ports/model.ts';
import { backgroundLimits } from '../../conversation/background/limits.ts';
import { idMeant } from '../../conversation/background/model.ts';
import { runId as asRunId, type PersonId, type RunId } from '../../kernel/ids.ts';
import type { Page } from '../../kernel/page.ts';
import { secretMask, type SecretMask } from '../../trust/masking/redaction.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MaskedFor } from '../../ports/log.ts';
import { refuse as refuseRun } from '../runs/errors.ts';
import type { Run, RunStatus, ToolCallRecord } from '../runs/model.ts';
import type { RunStore } from '../runs/store.ts';
import { lastDays, zoneNamed, type Zone } from './days.ts';
import { refuse } from './errors.ts';
import { historyLimits } from './limits.ts';
import { maskedRun, maskedToolCall } from './masked.ts';
import {
  addSpent,
  cacheShare,
  nothingSpent,
  spentBy,
  type FireOutcomes,
  type CostOnModel,
  type RunFilter,
  type RunGroup,
  type RunPosition,
  type SideCallUse,
  type Spent,
  type SpentOnStarter,
  type ToolCallPosition,
  type ToolUse,
  type WorkOfOther,
} from './model.ts';
import type { HistoryStore } from './store.ts';

export interface HistoryServiceDeps {
  readonly history: HistoryStore;
  readonly runs: Pick<RunStore, 'get'>;
  readonly knownSecrets: Pick<MaskedFor, 'valuesFor'>;
  readonly clock: Clock;
}

/** The last days, including today, in a time zone. */
export interface DaysAsked {
  readonly days: number;
  readonly timeZone: string;
}

export interface Statistics extends DaysAsked {
  readonly from: number;
  readonly to: number;
  readonly total: Spent;
  readonly cacheShare: number | null;
  /** For ended runs; null if there are none. */
  readonly average: {
    readonly costUsd: number;
    readonly durationMs: number;
    readonly waitMs: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
  } | null;
  readonly byModel: readonly (Spent & { readonly key: string })[];
  readonly byProvider: readonly (Spent & { readonly key: string })[];
  readonly byStatus: readonly (Spent & { readonly key: RunStatus })[];
  readonly byTool: readonly ToolUse[];
  /** Calls outside of runs, not included in the sums above. */
  readonly sideCalls: readonly SideCallUse[];
}

/** What the runs of the last days were started by, and what became of the fires of triggers. */
export interface Starters extends DaysAsked {
  readonly from: number;
  readonly to: number;
  /** The most expensive first. */
  readonly starters: readonly SpentOnStarter[];
  /** The one with the most fires first. */
  readonly triggers: readonly FireOutcomes[];
}

export interface Day extends Spent {
  readonly day: string;
  readonly priceKnown: PriceKnown;
  /** The part that calls beside runs made. */
  readonly sideCostUsd: number;
  readonly models: readonly CostOnModel[];
}

/** What every run did and cost. Its texts are masked, because a run may have received or produced secrets. */
export class HistoryService {
  readonly #deps: HistoryServiceDeps;

  constructor(deps: HistoryServiceDeps) {
    this.#deps = deps;
  }

  /** Newest first. Runs of deleted threads are included without their text. */
  async runs(
    whose: Whose,
    query: {
      readonly filter: RunFilter;
      readonly after: RunPosition | null;
      readonly limit: number;
    },
  ): Promise<Page<Run, RunPosition>> {
    const page = await this.#deps.history.runs(whose, query);
    const mask = this.#mask(whose);
    return { ...page, items: page.items.map((run) => maskedRun(run, mask)) };
  }

  /** What was done for others, for the owner of the engine: a line for each run, without a word of theirs. The newest first. */
  async workOfOthers(
    owner: PersonId,
    query: Parameters<HistoryStore['workOfOthers']>[1],
  ): Promise<Page<WorkOfOther, RunPosition>> {
    return await this.#deps.history.workOfOthers(owner, query);
  }

  /**
   * The run whose id this is, or begins like this.
   * @throws Refusal run_not_found, ambiguous_id, id_too_short
   */
  async meant(whose: Whose, text: string): Promise<RunId> {
    const typed = text.toLowerCase();
    const id = idMeant(
      typed,
      await this.#deps.history.runIdsLike(whose, typed, backgroundLimits.candidates + 1),
    );
    if (id === null) throw refuseRun.run_not_found();
    return asRunId(id);
  }

  /** @throws Refusal run_not_found */
  async run(whose: Whose, runId: RunId): Promise<Run> {
    const run = await this.#deps.runs.get(whose, runId);
    if (!run) throw refuseRun.run_not_found();
    return maskedRun(run, this.#mask(whose));
  }

  /** In order of creation. @throws Refusal run_not_found */
  async toolCalls(
    whose: Whose,
    runId: RunId,
    query: { readonly after: ToolCallPosition | null; readonly limit: number },
  ): Promise<Page<ToolCallRecord, ToolCallPosition>> {
    await this.run(whose, runId);
    const page = await this.#deps.history.toolCalls(runId, query);
    const mask = this.#mask(whose);
    return { ...page, items: page.items.map((call) => maskedToolCall(call, mask)) };
  }

  /** @throws Refusal time_zone_unknown */
  async statistics(whose: Whose, { days, timeZone }: DaysAsked): Promise<Statistics> {
    const to = this.#deps.clock.now();
    const from = lastDays(to, days, zone(timeZone)).bounds[0] ?? to;
    const [groups, byTool, sideCalls] = await Promise.all([
      this.#deps.history.spentSince(whose, from),
      this.#deps.history.toolUseSince(whose, from),
      this.#deps.history.sideCallsSince(whose, from),
    ]);
    const mask = this.#mask(whose);
    const total = groups.reduce<Spent>(addSpent, nothingSpent);
    return {
      days,
      timeZone,
      from,
      to,
      total,
      cacheShare: cacheShare(total.usage),
      average: averageOf(groups.filter(({ status }) => status !== 'running')),
      byModel: spentBy(groups, ({ model }) => model),
      byProvider: spentBy(groups, ({ provider }) => provider),
      byStatus: spentBy(groups, ({ status }) => status),
      // A model may call a tool by any name, including one that contains a secret.
      byTool: byTool.map((use) => ({ ...use, name: mask.text(use.name) })),
      sideCalls,
    };
  }

  /** At most `historyLimits.starters` of each. @throws Refusal time_zone_unknown */
  async starters(whose: Whose, { days, timeZone }: DaysAsked): Promise<Starters> {
    const to = this.#deps.clock.now();
    const from = lastDays(to, days, zone(timeZone)).bounds[0] ?? to;
    const { starters: most } = historyLimits;
    const [starters, triggers] = await Promise.all([
      this.#deps.history.spentByStarter(whose, from, most),
      this.#deps.history.fireOutcomes(whose, from, most),
    ]);
    return { days, timeZone, from, to, starters, triggers };
  }

  /** All of the days, oldest first, including days without a run. @throws Refusal time_zone_unknown */
  async dailyCost(whose: Whose, { days, timeZone }: DaysAsked): Promise<readonly Day[]> {
    const { names, bounds } = lastDays(this.#deps.clock.now(), days, zone(timeZone));
    const spent = Map.groupBy(await this.#deps.history.spentByDay(whose, bounds), ({ day }) => day);
    return names.map((day, index) => {
      const models = (spent.get(index) ?? [])
        .map(({ model, runs, costUsd, sideCostUsd, usage, priceKnown }) => ({
          model,
          runs,
          costUsd,
          sideCostUsd,
          usage,
          priceKnown,
        }))
        .toSorted((a, b) => b.costUsd - a.costUsd || (a.model < b.model ? -1 : 1));
      const priceKnown = leastKnown(models.map((one) => one.priceKnown));
      const sideCostUsd = models.reduce((sum, one) => sum + one.sideCostUsd, 0);
      return { day, ...models.reduce<Spent>(addSpent, nothingSpent), sideCostUsd, priceKnown, models };
    });
  }

  #mask(whose: Whose): SecretMask {
    return secretMask(this.#deps.knownSecrets.valuesFor(whose));
  }
}

function zone(name: string): Zone {
  const found = zoneNamed(name);
  if (!found) throw refuse.time_zone_unknown();
  return found;
}

function averageOf(ended: readonly RunGroup[]): Statistics['average'] {
  const { runs, costUsd, usage } = ended.reduce<Spent>(addSpent, nothingSpent);
  if (runs === 0) return null;
  const sum = (valueOf: (group: RunGroup) => number) =>
    ended.reduce((total, group) => total + valueOf(group), 0);
  return {
    costUsd: costUsd / runs,
    durationMs: sum(({ durationMs }) => durationMs) / runs,
    waitMs: sum(({ waitMs }) => waitMs) / runs,
    inputTokens: usage.inputTokens / runs,
    outputTokens: usage.outputTokens / runs,
  };
}
