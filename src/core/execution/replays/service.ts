import type { Whose } from '../../trust/people/model.ts';
import type { HistoryService } from '../history/service.ts';
import type { RunId } from '../../kernel/ids.ts';
import { listLimits } from '../../kernel/limits.ts';
import { secretMask } from '../../trust/masking/redaction.ts';
import type { MaskedFor } from '../../ports/log.ts';
import type { Run, ToolCallRecord } from '../runs/model.ts';
import type { RunService, ReplayRequest } from '../runs/service.ts';
import type { RunStore } from '../runs/store.ts';
import { countsOf, pairsOf, replayLimits, type Comparison, type Side } from './model.ts';

export interface ReplayServiceDeps {
  readonly runs: Pick<RunService, 'replay' | 'get'>;
  readonly runStore: Pick<RunStore, 'replays' | 'events' | 'lastEventId'>;
  readonly history: Pick<HistoryService, 'run' | 'toolCalls'>;
  readonly knownSecrets: Pick<MaskedFor, 'valuesFor'>;
}

/** Runs ended runs once more with what they recorded, and compares any two runs. */
export class ReplayService {
  readonly #deps: ReplayServiceDeps;

  constructor(deps: ReplayServiceDeps) {
    this.#deps = deps;
  }

  /**
   * @returns the replay, which has begun; its events are followed as those of any run
   * @throws Refusal run_not_found, run_not_ended, recording_incomplete, too_many_replays, draining, provider_incomplete,
   *   profile_unknown, disk_full
   */
  async start(named: RunId, request: ReplayRequest): Promise<Run> {
    const { runs, history } = this.#deps;
    return await history.run(request.startedBy.personId, await runs.replay(named, request));
  }

  /** The last replays of this run, the newest first. @throws Refusal run_not_found */
  async of(whose: Whose, runId: RunId): Promise<readonly Run[]> {
    const { runStore, history } = this.#deps;
    await history.run(whose, runId);
    const found = await runStore.replays(runId, replayLimits.listed);
    return await Promise.all(found.map((run) => history.run(whose, run.runId)));
  }

  /**
   * Two runs beside each other, with secrets masked. Of a run in progress, what it has done so far.
   * @throws Refusal run_not_found
   */
  async compare(whose: Whose, first: RunId, second: RunId): Promise<Comparison> {
    const [one, other] = await Promise.all([this.#side(whose, first), this.#side(whose, second)]);
    const pairs = pairsOf(await this.#calls(whose, first), await this.#calls(whose, second));
    return {
      first: one,
      second: other,
      counts: countsOf(pairs),
      calls: pairs.slice(0, replayLimits.pairs),
      isSameText: one.text === other.text,
    };
  }

  async #side(whose: Whose, runId: RunId): Promise<Side> {
    const { runStore, history, runs, knownSecrets } = this.#deps;
    // Ends a run that its process left, so that both are told as they are.
    await runs.get(whose, runId);
    const run = await history.run(whose, runId);
    const last = await runStore.lastEventId(runId);
    const [event] = last === null ? [] : await runStore.events(runId, last - 1, 1);
    const text = event?.type === 'done' ? event.data.text : null;
    return { run, text: text === null ? null : secretMask(knownSecrets.valuesFor(whose)).text(text) };
  }

  /** Its own calls, without those of sub-agents: in a replay there are none. */
  async #calls(whose: Whose, runId: RunId): Promise<readonly Call[]> {
    const calls: Call[] = [];
    for (let after: Position = null; calls.length < replayLimits.calls;) {
      const page: Page = await this.#deps.history.toolCalls(whose, runId, { after, limit: listLimits.max });
      for (const { agent, toolCallId, name, input, success, durationMs } of page.items)
        if (agent === null) calls.push({ toolCallId, name, input, success, durationMs });
      if (page.next === null) break;
      after = page.next;
    }
    return calls;
  }
}

type Page = Awaited<ReturnType<HistoryService['toolCalls']>>;
type Position = Page['next'];
type Call = Pick<ToolCallRecord, 'toolCallId' | 'name' | 'input' | 'success' | 'durationMs'>;
