import { OWNER_ID } from '../doubles/people.ts';
import { BY_OWNER } from '../doubles/people.ts';
import type { Starter } from '../../src/core/trust/people/model.ts';
import { setImmediate as nextTick } from 'node:timers/promises';
import { inEnglish } from '../doubles/sentences.ts';
import { sessionId, threadId, toolCallId, type RunId, type ThreadId } from '../../src/core/kernel/ids.ts';
import type { Sort } from '../../src/core/execution/insights/model.ts';
import { noUsage } from '../../src/core/ports/model.ts';
import type { Run } from '../../src/core/execution/runs/model.ts';
import { databaseTokens, insightTokens } from '../../src/main/tokens.ts';
import { aRun, aThread, aToolCall, endOf, NOON } from '../ports/history-builders.ts';
import { graphOver, type GraphOptions } from './graph.ts';

/** A run to put into the history: in a new thread, completed, without calls, unless given otherwise. */
export interface PastRun {
  readonly thread?: ThreadId;
  readonly task?: string;
  readonly startedBy?: Starter;
  readonly status?: Exclude<Run['status'], 'running'>;
  readonly costUsd?: number;
  readonly tokens?: number;
  readonly durationMs?: number;
  readonly waitMs?: number;
  readonly endedAt?: number;
  /** Names of tools; one that fails has a minus in front. */
  readonly tools?: readonly string[];
  /** The sub-agent that made the calls. */
  readonly agent?: string;
}

export const BY_LAST_RUN: Sort = { by: 'lastRunAt', descending: true };

/** Insights as the engine wires them, over databases in memory unless others are given. */
export function insightsOver(options: GraphOptions = {}) {
  const graph = graphOver(options);
  const { get, ids, close } = graph;
  const journal = get(databaseTokens.journal);
  const insights = get(insightTokens.insights);

  const newThread = async (title = 'A thread'): Promise<ThreadId> => {
    const thread = aThread({ threadId: threadId(ids.next()), title });
    await journal.commit([{ change: 'thread.create', thread }]);
    return thread.threadId;
  };

  const ran = async ({ thread, tools = [], agent, ...given }: PastRun = {}): Promise<{
    readonly thread: ThreadId;
    readonly run: RunId;
  }> => {
    const { task = 'hello', startedBy = BY_OWNER, status = 'completed', endedAt = NOON } = given;
    const { costUsd = 0, tokens = 0, durationMs = 0, waitMs = 0 } = given;
    const of = thread ?? (await newThread());
    const session = { sessionId: sessionId(ids.next()), threadId: of, profile: null, createdAt: NOON };
    const run = aRun(session, { runId: ids.next() as RunId, task, startedBy });
    const calls = tools.map((tool) => ({
      success: !tool.startsWith('-'),
      call: aToolCall(run.runId, {
        toolCallId: toolCallId(ids.next()),
        name: tool.replace(/^-/u, ''),
        agent: agent ?? null,
      }),
    }));
    await journal.commit([
      { change: 'session.create', session },
      { change: 'run.start', run, idempotencyKey: null, bootId: null },
      ...calls.flatMap(({ call, success }) => [
        { change: 'tool-call.start' as const, call },
        {
          change: 'tool-call.end' as const,
          runId: run.runId,
          toolCallId: call.toolCallId,
          output: 'done',
          success,
          durationMs: 1,
        },
      ]),
      endOf(run.runId, {
        status,
        stopReason: status === 'completed' ? 'end_turn' : null,
        totals: { usage: { ...noUsage, inputTokens: tokens }, costUsd, priceKnown: true, durationMs },
        waitMs,
        endedAt,
      }),
    ]);
    return { thread: of, run: run.runId };
  };

  const patterns = async (limit = 200) =>
    (await insights.patterns(OWNER_ID, { limit, after: null })).items.map((one) => ({
      ...one,
      says: inEnglish(one.says),
    }));
  return {
    ...graph,
    journal,
    insights,
    newThread,
    ran,
    /** Begins, and waits until all is counted. */
    begun: async () => {
      insights.begin();
      while (!(await insights.patterns(OWNER_ID, { limit: 1, after: null })).isComplete) {
        const [problem] = graph.log.lines.filter(({ level }) => level === 'warn');
        if (problem) throw new Error(problem.event, { cause: problem.facts['error'] });
        await nextTick();
      }
    },
    patterns,
    says: async () => (await patterns()).map(({ says }) => says),
    threads: async (sort = BY_LAST_RUN, days: number | null = null) =>
      (await insights.threads(OWNER_ID, { days, sort, limit: 200, after: null })).items,
    remove: (thread: ThreadId) =>
      journal.commit([{ change: 'thread.delete', threadId: thread, personId: OWNER_ID }]),
    end: async () => {
      await insights.stop();
      await close();
    },
  };
}
