import { EVERYONE } from '../../trust/people/model.ts';
import type { ChangesetStore } from '../../workspace/changesets/store.ts';
import type { RunId, ToolCallId } from '../../kernel/ids.ts';
import type { RunStore, RunWrite } from './store.ts';
import type { Clock } from '../../ports/clock.ts';
import { isJournalConflict, type Journal } from '../../ports/journal.ts';
import type { MachineBoot } from '../../ports/machine-boot.ts';
import type { Log } from '../../ports/log.ts';
import { type ToolResultBlock, leastKnown } from '../../ports/model.ts';
import type { ToolOutcome } from '../../ports/tools.ts';
import { waitedFor, type Prompt } from '../../conversation/prompts/model.ts';
import type { PromptStore } from '../../conversation/prompts/store.ts';
import {
  untrustedContextNote,
  type Message,
  type MessageBlock,
  type NoteBlock,
} from '../../conversation/threads/model.ts';
import type { ThreadStore } from '../../conversation/threads/store.ts';
import { changesEvent, terminalEvent, type RunEvent, type RunEventData } from './events.ts';
import { costOfBegun, leftAgents, resultEvents } from './agents/leftover.ts';
import { runLimits } from './limits.ts';
import {
  endTime,
  INTERRUPTED,
  outcomeOfEnd,
  runErrorOf,
  statusAfter,
  type Run,
  type RunFailure,
  type ToolCallRecord,
} from './model.ts';
import { sayNote } from './says.ts';
import { noteOf } from './window/notes.ts';
import type { Words } from '../../ports/words.ts';
import { allEvents, CUT_OFF, knownOutcome, spentIn, streamedAfterLastTurn } from './stored-run.ts';

export interface RunEndingDeps {
  readonly journal: Journal<RunWrite>;
  readonly runs: RunStore;
  readonly threads: ThreadStore;
  readonly prompts: PromptStore;
  readonly changesets: Pick<ChangesetStore, 'pendingIn'>;
  readonly boot: MachineBoot;
  readonly clock: Clock;
  readonly words: Words;
  readonly log: Log;
}

export interface Failure {
  readonly thrown: unknown;
}

/** Ends runs that cannot end themselves: their process died, their loop failed, or their end could not be written. */
export class RunEnding {
  readonly #deps: RunEndingDeps;
  /** Why runs have ended whose end could not be written. A later attempt says the same. */
  readonly #unwritten = new Map<RunId, RunFailure>();

  constructor(deps: RunEndingDeps) {
    this.#deps = deps;
  }

  /**
   * Ends a run that this process is not executing.
   * @returns what prevented that; null if the run has ended
   */
  async end(run: Run, error: RunFailure): Promise<Failure | null> {
    const { journal, runs, log } = this.#deps;
    try {
      await journal.commit(await this.changesFor(run, this.#unwritten.get(run.runId) ?? error));
      this.#unwritten.delete(run.runId);
      return null;
    } catch (failure) {
      // If the run has ended, another caller was first. Any other conflict is a failure like the rest.
      if (isJournalConflict(failure)) {
        const now = await runs.get(EVERYONE, run.runId);
        if (now?.status !== 'running') {
          this.#unwritten.delete(run.runId);
          return null;
        }
        // Its thread was deleted meanwhile, with the messages that would have been added.
        if (now.threadId !== run.threadId) return await this.end(now, error);
      }
      if (!this.#unwritten.has(run.runId)) this.#unwritten.set(run.runId, error);
      log.error('run could not be ended', { runId: run.runId, error: failure });
      return { thrown: failure };
    }
  }

  /**
   * The changes that end a run whose process died or whose loop failed: an outcome for each call that has none (the
   * owner's answer, if there is one), the text that was being streamed, a note, and the terminal event that readers
   * wait for. If the machine has rebooted, readers may have seen events that are lost, so the new events get ids above
   * any of those. All of it is read from the store and committed as one list, so a crash in between changes nothing.
   */
  async changesFor(run: Run, failure: RunFailure): Promise<readonly RunWrite[]> {
    const { runId, threadId } = run;
    const { boot, clock, runs, prompts: questions, changesets, threads, words } = this.#deps;
    const now = clock.now();
    const error = runErrorOf(failure, words);
    const [events, bootId, begun, calls, prompts, set, lastMessage] = await Promise.all([
      allEvents(runId, runs),
      runs.bootId(runId),
      runs.callsBegun(),
      runs.toolCalls(runId),
      questions.ofRun(runId),
      threadId === null ? null : changesets.pendingIn(threadId),
      threadId === null ? null : threads.lastMessage(threadId),
    ]);
    const outcomes = new Map(calls.map((call) => [call.toolCallId, outcomeOf(call, prompts, now)]));
    const open = calls
      .filter(({ success }) => success === null)
      .map(({ toolCallId, name }) => ({ toolCallId, name, ...(outcomes.get(toolCallId) ?? unknown) }));
    const waitMs = prompts.reduce((sum, prompt) => sum + waitedFor(prompt, now), 0);
    const spent = spentIn(events);
    const begunUsd = costOfBegun(runId, begun);
    const costUsd = spent.costUsd + begunUsd;
    const priceKnown = leastKnown([spent.priceKnown, begunUsd === 0]);
    const totals = { ...spent, costUsd, priceKnown, durationMs: Math.max(0, now - run.createdAt - waitMs) };
    const agents = leftAgents(run, events, begun, error, now);
    const outcome = outcomeOfEnd(failure);
    const ending: readonly RunEventData[] = [
      ...resultEvents(open, events),
      ...agents.events,
      ...changesEvent(run, set),
      terminalEvent(runId, outcome, totals, words),
    ];
    // Versions that stored no boot id synced every event.
    const isSameBoot = bootId === null || boot.isSame(bootId);
    const lastId = (events.at(-1)?.id ?? 0) + (isSameBoot ? 0 : runLimits.unsyncedEvents);
    const status = statusAfter(outcome);
    return [
      ...open.map(({ toolCallId, output, success }): RunWrite => {
        return { change: 'tool-call.end', runId, toolCallId, output, success, durationMs: 0 };
      }),
      ...lastWords(run, endNote(failure, words), events, outcomes, lastMessage, now),
      ...ending.map((data, index): RunWrite => {
        return { change: 'run.event', runId, at: now, event: { ...data, id: lastId + 1 + index } };
      }),
      ...agents.changes,
      { change: 'prompt.expire', which: { runId }, at: now },
      {
        change: 'run.end',
        runId,
        status,
        stopReason: outcome.kind === 'done' ? outcome.stopReason : null,
        error,
        totals,
        waitMs,
        endedAt: endTime(run, now),
      },
    ];
  }
}

const NOT_ALLOWED = 'The engine stopped before your owner gave consent to this call. It was not carried out.';
const notAllowed: ToolOutcome = { output: NOT_ALLOWED, success: false };
const unknown: ToolOutcome = { output: CUT_OFF, success: false };

const outcomeOf = (call: ToolCallRecord, prompts: readonly Prompt[], now: number): ToolOutcome => {
  const known = knownOutcome(call, prompts, now);
  return known === 'not_begun' ? notAllowed : (known ?? unknown);
};

/** What its thread says where it ended. */
const endNote = ({ code, says }: RunFailure, words: Words): NoteBlock =>
  noteOf(code, says === INTERRUPTED.says ? [sayNote('run.engine_stopped_here')] : says, words);

/** The messages that the thread lacks: results for the calls it shows, then the text that was being streamed. */
function lastWords(
  run: Run,
  note: NoteBlock,
  events: readonly RunEvent[],
  outcomes: ReadonlyMap<ToolCallId, ToolOutcome>,
  last: Message | null,
  createdAt: number,
): readonly RunWrite[] {
  const { threadId, runId } = run;
  // A replay has no messages.
  if (threadId === null || run.replayOf !== null) return [];
  const append = (role: 'user' | 'assistant', content: readonly MessageBlock[]): readonly RunWrite[] =>
    content.length === 0
      ? []
      : [{ change: 'message.append', message: { threadId, runId, role, content, createdAt } }];
  const asked = last?.role === 'assistant' && last.runId === runId ? last.content : [];
  const results = asked.flatMap((block): readonly ToolResultBlock[] => {
    if (block.type !== 'tool_call') return [];
    const { toolCallId } = block;
    return [{ type: 'tool_result', toolCallId, ...(outcomes.get(toolCallId) ?? unknown) }];
  });
  const text = streamedAfterLastTurn(events);
  return [
    ...append('user', results),
    ...append('assistant', [
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
      note,
      // What else the model was shown is unknown.
      ...(text === '' ? [] : [untrustedContextNote]),
    ]),
  ];
}
