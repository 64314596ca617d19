import { type PriceKnown, leastKnown } from '../../../ports/model.ts';
import type { RunId } from '../../../kernel/ids.ts';
import type { PromptStore } from '../../../conversation/prompts/store.ts';
import { waitedFor } from '../../../conversation/prompts/model.ts';
import type { MachineBoot } from '../../../ports/machine-boot.ts';
import type { Message } from '../../../conversation/threads/model.ts';
import type { ThreadStore } from '../../../conversation/threads/store.ts';
import type { Prompt } from '../../../conversation/prompts/model.ts';
import { costOfBegun, leftAgents } from '../agents/leftover.ts';
import type { RunStore, RunWrite } from '../store.ts';
import type { RunEvent, RunEventData } from '../events.ts';
import type { Words } from '../../../ports/words.ts';
import { INTERRUPTED, runErrorOf, type Run, type ToolCallRecord } from '../model.ts';
import { allEvents, CUT_OFF, knownOutcome, spentIn } from '../stored-run.ts';
import type { Earlier, LeftCall } from './earlier.ts';
import type { Resumable } from './model.ts';

/** Where a run was when its process ended, and what to write before it goes on. */
export interface Checkpoint {
  readonly events: readonly RunEventData[];
  readonly changes: readonly RunWrite[];
  readonly earlier: Omit<Earlier, 'settle'>;
  readonly waitMs: number;
  readonly spentUsd: number;
  readonly agentsUsd: number;
  readonly priceKnown: PriceKnown;
}

export interface CheckpointDeps {
  readonly runs: RunStore;
  readonly threads: Pick<ThreadStore, 'lastMessage'>;
  readonly prompts: Pick<PromptStore, 'ofRun'>;
  readonly boot: Pick<MachineBoot, 'id'>;
  readonly words: Words;
}

/**
 * Reads where a run was, from rows alone. A reply that was cut off is asked for once more: its readers have seen its
 * beginning, and are told. Sub-agents that were at work have ended: only the run itself goes on. A call to a model that was
 * cut off counts with its worst case. Changes nothing.
 */
export async function checkpointOf(
  run: Run,
  { times, elapsedMs, since }: Resumable,
  now: number,
  { runs, threads, prompts, boot, words }: CheckpointDeps,
): Promise<Checkpoint> {
  const { runId, threadId } = run;
  if (threadId === null) throw new Error('A run without its thread cannot go on.');
  const [events, lastEventAt, begun, calls, asked, last] = await Promise.all([
    allEvents(runId, runs),
    runs.lastEventAt(runId),
    runs.callsBegun(),
    runs.toolCalls(runId),
    prompts.ofRun(runId),
    threads.lastMessage(threadId),
  ]);
  const elapsed = elapsedMs + Math.max(0, (lastEventAt ?? since) - since);
  const cutOffUsd = costOfBegun(runId, begun);
  const spent = spentIn(events);
  const agents = leftAgents(run, events, begun, runErrorOf(INTERRUPTED, words), now);
  const left = callsIn(last, run, calls, asked, now);
  return {
    events: [...agents.events, { type: 'resumed', data: { times: times + 1, costUsd: cutOffUsd } }],
    changes: [
      { change: 'run.resume', runId, bootId: boot.id, elapsedMs: elapsed, at: now },
      { change: 'call.end', callerId: runId },
      ...agents.changes,
      // Calls of sub-agents; those of the run itself go on.
      ...calls.flatMap(({ agent, success, toolCallId }): readonly RunWrite[] =>
        agent === null || success !== null
          ? []
          : [
              {
                change: 'tool-call.end',
                runId,
                toolCallId,
                output: CUT_OFF,
                success: false,
                durationMs: 0,
              },
            ],
      ),
    ],
    earlier: {
      usage: spent.usage,
      turns: events.filter(({ type }) => type === 'turn_end').length,
      elapsedMs: elapsed,
      calls: left,
    },
    waitMs: asked.reduce((sum, prompt) => sum + waitedFor(prompt, now), 0),
    spentUsd: spent.costUsd + cutOffUsd,
    agentsUsd: agentsCost([...events, ...agents.events]),
    priceKnown: leastKnown([spent.priceKnown, cutOffUsd === 0]),
  };
}

/**
 * US dollars that no row has as a cost yet: its finished turns, and the worst case of calls that were cut off, its
 * sub-agents' too.
 */
export async function spentBefore(
  runId: RunId,
  runs: Pick<RunStore, 'events' | 'callsBegun'>,
): Promise<number> {
  const [events, begun] = await Promise.all([allEvents(runId, runs), runs.callsBegun()]);
  const ofRun = begun.filter(({ callerId, sideCall }) => callerId === runId || sideCall?.runId === runId);
  return ofRun.reduce((sum, { worstUsd }) => sum + worstUsd, spentIn(events).costUsd);
}

/** How often it went on since it last got any further. */
export async function fruitlessIn(runId: RunId, runs: Pick<RunStore, 'events'>): Promise<number> {
  const events = await allEvents(runId, runs);
  const last = events.findLastIndex(({ type }) => FURTHER.has(type));
  return events.slice(last + 1).filter(({ type }) => type === 'resumed').length;
}

/** A question that reached its owner counts: waiting for an answer is no fault of the run. */
const FURTHER: ReadonlySet<string> = new Set(['turn_end', 'tool_result', 'prompt', 'secret_prompt']);

/** The calls of its last message that no message answers. They were carried out one after the other. */
function callsIn(
  last: Message | null,
  { runId }: Run,
  calls: readonly ToolCallRecord[],
  prompts: readonly Prompt[],
  now: number,
): readonly LeftCall[] {
  if (last?.role !== 'assistant' || last.runId !== runId) return [];
  const rows = new Map(calls.map((call) => [call.toolCallId, call]));
  let mayHaveBegun = true;
  return last.content.flatMap((block): readonly LeftCall[] => {
    if (block.type !== 'tool_call') return [];
    const row = rows.get(block.toolCallId);
    if (row && row.output !== null && row.success !== null)
      return [{ call: block, recorded: { output: row.output, success: row.success }, known: null }];
    const isFirst = mayHaveBegun;
    mayHaveBegun = false;
    return [{ call: block, recorded: null, known: isFirst && row ? ofFirst(row) : 'not_begun' }];
  });

  function ofFirst(row: ToolCallRecord): LeftCall['known'] {
    const known = knownOutcome(row, prompts, now);
    // A question without an answer is asked again.
    return known !== null && known !== 'not_begun' && !known.success ? 'not_begun' : known;
  }
}

const agentsCost = (events: readonly (RunEvent | RunEventData)[]): number =>
  events.reduce(
    (sum, event) =>
      sum + (event.type === 'subagent' && event.data.event === 'ended' ? event.data.costUsd : 0),
    0,
  );
