import type { Whose } from '../../trust/people/model.ts';
import type { RunId, ToolCallId } from '../../kernel/ids.ts';
import { secretMask } from '../../trust/masking/redaction.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MaskedFor } from '../../ports/log.ts';
import type { PromptStore } from '../../conversation/prompts/store.ts';
import { EVERY } from '../../conversation/versions/model.ts';
import { refuse } from '../runs/errors.ts';
import type { Run } from '../runs/model.ts';
import type { RunService } from '../runs/service.ts';
import type { RunStore } from '../runs/store.ts';
import type { ThreadStore } from '../../conversation/threads/store.ts';
import type { ToolRunStore } from '../tool-runs/store.ts';
import { timelineLimits, type Timeline } from './model.ts';
import { Spans } from './spans.ts';

export interface TimelineServiceDeps {
  readonly runs: Pick<RunService, 'get'>;
  readonly runStore: Pick<RunStore, 'toolCalls'>;
  readonly timed: Pick<ToolRunStore, 'events'>;
  readonly prompts: Pick<PromptStore, 'ofRun'>;
  readonly threads: Pick<ThreadStore, 'messages'>;
  readonly knownSecrets: Pick<MaskedFor, 'valuesFor'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** What runs spent their time and money on, step by step. */
export class TimelineService {
  readonly #deps: TimelineServiceDeps;

  constructor(deps: TimelineServiceDeps) {
    this.#deps = deps;
  }

  /**
   * A run as its stored events tell it; of one in progress, as it is now. Secrets in names are masked.
   * @throws Refusal run_not_found
   */
  async of(whose: Whose, runId: RunId): Promise<Timeline> {
    const { runs, runStore, prompts, timed, clock, knownSecrets } = this.#deps;
    const run = await runs.get(whose, runId);
    if (!run || run.threadId === null) throw refuse.run_not_found();
    const [calls, asked, messages] = await Promise.all([
      runStore.toolCalls(runId),
      prompts.ofRun(runId),
      this.#messagesOf(run),
    ]);
    const spans = new Spans({
      startedAt: run.createdAt,
      isRunning: run.status === 'running',
      model: run.model,
      costUsd: run.costUsd,
      calls,
      prompts: asked,
      ...messages,
      now: clock.now(),
    });
    for (let after = 0; ;) {
      const { events, isAll } = await timed.events(runId, after, timelineLimits.events);
      for (const { event, at } of events) spans.add(event, at);
      const last = events.at(-1);
      if (isAll || !last) break;
      after = last.event.id;
    }
    const { all } = spans;
    // A model may call a tool by any name, including one that contains a secret.
    const mask = secretMask(knownSecrets.valuesFor(whose));
    return {
      runId,
      status: run.status,
      startedAt: run.createdAt,
      endedAt: run.endedAt,
      spans: all.slice(0, timelineLimits.spans).map((span) => ({ ...span, name: mask.text(span.name) })),
      isCut: all.length > timelineLimits.spans,
    };
  }

  /** Where its steps are in the thread. A replay has no messages. */
  async #messagesOf({
    runId,
    threadId,
    replayOf,
  }: Run): Promise<{ seqOfCall: ReadonlyMap<ToolCallId, number>; lastSeq: number | null }> {
    const seqOfCall = new Map<ToolCallId, number>();
    let lastSeq: number | null = null;
    if (threadId === null || replayOf !== null) return { seqOfCall, lastSeq };
    for (let after = 0; ;) {
      const page = await this.#deps.threads.messages(threadId, { after, limit: PAGE, within: EVERY });
      for (const message of page) {
        after = message.seq;
        if (message.runId !== runId) continue;
        lastSeq = message.seq;
        for (const block of message.content)
          if (block.type === 'tool_result') seqOfCall.set(block.toolCallId, message.seq);
      }
      if (page.length < PAGE) return { seqOfCall, lastSeq };
    }
  }
}

const PAGE = 200;
