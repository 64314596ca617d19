// Room: turns of a run: call the model, carry out its calls, keep within the budget. A call that could
// exceed the ceiling is never started; one that changes files is waited for, even after an abort.

import type { ToolSwitches } from '../../../instance/tool-switches/model.ts';
import type { Model, ModelMessage, ModelRequest, ToolDefinition } from '../../../ports/model.ts';
import type { RequestedToolCall, ToolResultBlock, Usage } from '../../../ports/model.ts';
import { addUsage, costOfEnd, leastKnown, noUsage, priceKnownOf } from '../../../ports/model.ts';
import type { Caller } from '../../../conversation/consent/port.ts';
import type { RunWrite } from '../store.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Ids } from '../../../ports/ids.ts';
import { keptTold } from '../../../knowledge/told/model.ts';
import type { CallProgress, ToolEffect, ToolResult } from '../../../ports/tools.ts';
import type { Tool, ToolCallContext } from '../port.ts';
import { contextLimits, runLimits } from '../limits.ts';
import { toolCallId } from '../../../kernel/ids.ts';
import { quote } from '../../../kernel/quoted.ts';
import type { Says } from '../../../kernel/says.ts';
import type { Words } from '../../../ports/words.ts';
import {
  MESSAGE_CUT,
  untrustedContextNote,
  type Message,
  type MessageBlock,
  type NoteBlock,
} from '../../../conversation/threads/model.ts';
import { Context } from '../window/context.ts';
import { noteOf } from '../window/notes.ts';
import { Continuations, GO_ON, SAY } from './continuation.ts';
import type { RunEventData } from '../events.ts';
import type { RunFailure, RunOutcome } from '../model.ts';
import { sayEnd, sayNote } from '../says.ts';
import type { Earlier, LeftCall } from '../resume/earlier.ts';
import { outbound, type Turn as Sent } from '../window/outbound.ts';
import { tokensInText, tokensInTools } from '../window/tokens.ts';
import { CallBudget, type Reserved } from './call-budget.ts';
import { Offering } from './offering.ts';
import { RepeatGuard } from './repeat-guard.ts';
import { replyBlocks, textBlocks } from './reply.ts';
import type { Ceiling, Spending } from './spending.ts';
import { callStarted, listenerFor, reasonOf, searched, toolCallEvent, turnEnd } from './records.ts';
import { ABORTED, failed, type CarriesOutCalls, type ToolCalls } from './tool-calls.ts';
import { ThreadSoFar } from './thread-so-far.ts';
import type { Turn, TurnCaller } from './turn.ts';
import { answer, endedBy, failedWith, whyItStopped, type Stopped } from './verdicts.ts';
import type { Worker } from './worker.ts';

export interface LoopDeps {
  readonly turnCaller: TurnCaller;
  readonly toolCalls: CarriesOutCalls & Pick<ToolCalls, 'read'>;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly words: Words;
}

export interface LoopInput {
  readonly live: Worker;
  readonly model: Model;
  /**
   * Resolves once the task is on disk; if it rejects, `run` does, too. The model is asked meanwhile, so that its answer does
   * not wait for the disk, but nothing comes of the answer before. Absent: it is on disk.
   */
  readonly started?: Promise<void>;
  /** The beginning of each request; constant within a run. */
  readonly system: string;
  readonly spending: Pick<Spending, 'reserve' | 'settle'>;
  /** Model calls before it ends with `max_iterations`. */
  readonly turns: number;
  /** Names the conversation to the caches of providers. */
  readonly cacheKey: string;
  /** All tools that the model may use; it is offered those that it needs. */
  readonly tools: readonly Tool[];
  /** Those that are switched on are offered from the first turn; `tools` has none that is switched off. */
  readonly switches?: ToolSwitches | null;
  /** The names of those that the owner, or the setting of the work, asks for. */
  readonly asked?: readonly string[];
  /** Answers the calls in place of the tools; absent: the tools do. The provider then makes no searches, either. */
  readonly calls?: CarriesOutCalls;
  /** Marks text from outside in this run: `untrusted` in core/kernel. */
  readonly nonce: string;
  /** Appended to each request: the time, and what is remembered. */
  readonly tail: string;
  /** Part of `system` or `tail` is not from the owner. */
  readonly promptHasUntrustedContent: boolean;
  /** The thread up to now, including the task. */
  readonly thread: readonly Sent[];
  /** About how the first answer was made, for the thread; absent: none. */
  readonly notes?: readonly NoteBlock[];
  /** Set where another process began the work. */
  readonly earlier?: Earlier;
  /**
   * Replaces what came before this work by a summary, after the model has refused the conversation for its length. Null
   * if there is nothing to replace, or no summary could be made. Absent: the conversation has no such part.
   */
  readonly summarise?: () => Promise<readonly Sent[] | null>;
  /** The same as it is stored now: complete, without summaries. */
  heard(): Promise<readonly Pick<Message, 'role' | 'content'>[]>;
}

/** How the loop ended, and what the last commit of the run must store besides the run's own end. */
export interface LoopResult {
  readonly outcome: RunOutcome;
  readonly usage: Usage;
  readonly events: readonly RunEventData[];
  readonly changes: readonly RunWrite[];
  /**
   * Tokens that the whole thread takes now, including what this run could not show the model. Decides whether the
   * thread is compacted. Not the billed usage, which may cover several prompts.
   */
  readonly occupiedTokens: number;
  /** It has not ended: the engine stops, and the next one goes on with it. Nothing else of the result counts. */
  readonly isSuspended: boolean;
}

/** Executes the turns of runs and sub-agents. */
export class Loop {
  readonly #deps: LoopDeps;

  constructor(deps: LoopDeps) {
    this.#deps = deps;
  }

  /**
   * Executes one run or one sub-agent: calls the model, carries out the calls that it asks for, and sends it the
   * results, until it is done.
   *
   * Every reply is on disk, with the calls that it asks for, before the first of them is carried out, unless they only
   * read: then it may be written together with their results. Every result is on disk before the model sees it. Throws
   * only when the journal does.
   */
  async run(input: LoopInput): Promise<LoopResult> {
    const result = await this.#run(input);
    // It may end without a call, as at a ceiling.
    await input.started;
    return result;
  }

  async #run(input: LoopInput): Promise<LoopResult> {
    const { live, model, tools, nonce, spending } = input;
    const { turnCaller, ids, clock, words } = this.#deps;
    const toolCalls = input.calls ?? this.#deps.toolCalls;
    const thread = new ThreadSoFar(input.thread, live, input.promptHasUntrustedContent, clock);
    const guard = new RepeatGuard();
    const continuations = new Continuations();
    const offering = new Offering(input);
    const promptTokens = tokensInText(input.system) + tokensInText(input.tail);
    const context = new Context(model.contextWindow, promptTokens);
    const caller: Caller = {
      ...live.standing,
      hasUntrustedContent: input.promptHasUntrustedContent,
      heard: () => input.heard(),
      waited: (ms) => {
        live.waitMs += ms;
      },
    };
    const startedAt = clock.monotonic() - (input.earlier?.elapsedMs ?? 0);
    let usage = input.earlier?.usage ?? noUsage;
    /** What earlier turns said of an answer that takes several. */
    let saidBefore = '';
    let isWarned = false;
    /** That the model does not see all that its owner wrote: told once. In the thread with the next reply. */
    let isCutTold = false;
    let untold = input.notes ?? [];
    let overflows = 0;
    const budget = new CallBudget(model, tools, live.caller, {
      spending,
      clock,
      maySearch: input.calls === undefined,
    });
    /** For the next call. */
    let reserved: Pick<Reserved, 'said' | 'over'> = { said: {}, over: [] };

    const end = (
      outcome: RunOutcome,
      events: readonly RunEventData[],
      changes: readonly RunWrite[],
    ): LoopResult => {
      const occupiedTokens = context.estimate(outbound(thread.turns));
      return { outcome, usage, events, changes, occupiedTokens, isSuspended: false };
    };
    const suspended = (): LoopResult => ({
      ...end({ kind: 'interrupted', text: '' }, [], []),
      isSuspended: true,
    });
    /** `turn`: the last reply, which may have been cut off. */
    const endWithNote = ({ outcome, code, says }: Stopped, turn?: Turn): LoopResult => {
      const note = noteOf(code, says, words);
      const said = turn ? [...textBlocks(turn.text), ...searched(turn.end, words)] : [];
      const isCutOff = turn?.end.stop === 'failed' || turn?.end.stop === 'aborted';
      const mayHaveSearched = model.searches && isCutOff && turn.text !== '';
      return end(
        outcome,
        [],
        thread.append('assistant', [
          ...said,
          note,
          ...untold,
          ...(mayHaveSearched ? [untrustedContextNote] : []),
        ]),
      );
    };

    /** How this reply was made, for the thread. */
    const notesOf = ({ end: ofTurn }: Turn): readonly MessageBlock[] => {
      const notes = [...searched(ofTurn, words), ...untold];
      untold = [];
      return notes;
    };

    const left = input.earlier?.calls ?? [];
    if (left.length > 0) {
      const how = await carriedOut(left);
      if (how !== 'done')
        return how === 'suspended'
          ? suspended()
          : endWithNote(endedBy('loop', sayEnd('run.repeated_call'), words));
    }

    const firstTurn = input.earlier?.turns ?? 0;
    for (let turns = firstTurn; turns < input.turns; turns++) {
      if (live.suspends) return suspended();
      const offer = offering.choose(thread.turns);
      context.resize(model.contextWindow, promptTokens + tokensInTools(offer));
      const news = offering.news();
      if (news.length > 0) live.log.soon(news, []);
      const messages = context.fit(outbound(thread.turns));
      if (!messages)
        return endWithNote(failedWith(tooSmall(model.contextWindow, promptTokens, tokensInTools(offer))));
      const cut = isCutTold ? null : context.cutFrom(outbound(thread.turns));
      if (cut !== null) {
        isCutTold = true;
        untold = [...untold, noteOf(MESSAGE_CUT, [sayNote('run.message_cut', cut)], words)];
        live.log.soon([{ type: 'message_cut', data: cut }], []);
      }
      const stop = await limitReached(messages);
      if (stop) return endWithNote(stop);

      const request: ModelRequest = {
        system: input.system,
        messages,
        tools: offer,
        cacheKey: input.cacheKey,
        ...reserved.said,
        tail: input.tail,
        ...(continuations.isSilent ? { thoughts: 'few' as const } : {}),
      };
      const turn = await turnCaller.take(model, request, live.signal, listenerFor(live, words));
      usage = addUsage(usage, turn.end.usage);
      if (!turn.end.isEstimated) context.counted(messages, turn.end);
      live.spentUsd += costOfEnd(turn.end, model.price);
      live.priceKnown = leastKnown([live.priceKnown, priceKnownOf(turn.end, model.price)]);
      spending.settle(live.runId, live.spentUsd + live.agentsUsd);
      // Its cost counts, whatever the disk does.
      if (turns === firstTurn) await input.started;

      if (live.suspends && turn.end.stop === 'aborted') return suspended();
      if (isOverflow(turn) && overflows < contextLimits.overflows) {
        overflows += 1;
        await shorten(messages, offer);
        continue;
      }
      const whole = saidBefore === '' ? turn : { ...turn, text: saidBefore + turn.text };
      const stopped = whyItStopped(whole, live);
      if (stopped) return endWithNote(stopped, turn);

      if (turn.end.stop === 'output_limit') {
        const next = continuations.after(turn.text);
        if (next === 'repeats')
          return endWithNote(endedBy('loop', sayEnd('run.repeated_answer'), words), turn);
        if (next !== 'spent') {
          saidBefore += turn.text;
          await live.log.record(
            [
              turnEnd(model, turn.end, 'output_limit'),
              { type: 'continuation', data: { iteration: next, max: runLimits.continuations } },
            ],
            [
              ...thread.append('assistant', replyBlocks(turn.text, turn.end, notesOf(turn))),
              ...thread.append('user', [
                { type: 'note', code: 'continuation', detail: continuations.isSilent ? SAY : GO_ON },
              ]),
              ...reserved.over,
            ],
            'written',
          );
          continue;
        }
      }

      if (turn.end.stop !== 'tool_use') {
        const { outcome, note } = answer(whole, words);
        const notes = [...notesOf(turn), ...(note === null ? [] : [note])];
        // The thread has the earlier turns already.
        const changes = thread.append('assistant', replyBlocks(turn.text, turn.end, notes));
        return end(outcome, [turnEnd(model, turn.end, outcome.stopReason)], changes);
      }

      saidBefore = '';
      continuations.worked();
      const calls = turn.end.toolCalls.map((call) => ({
        ...this.#deps.toolCalls.read(tools, call),
        toolCallId: toolCallId(ids.next()),
      }));
      const asked = [...calls.map(toolCallEvent), turnEnd(model, turn.end, 'tool_use')];
      const note = searched(turn.end, words);
      const asking = [
        ...thread.append('assistant', replyBlocks(turn.text, turn.end, notesOf(turn), calls)),
        ...calls.map((call) => callStarted(live, call, clock.now())),
        ...reserved.over,
      ];
      // Consent judges a call by what the thread contains.
      if (calls.some(changesSomething)) await live.log.record(asked, asking);
      else if (note.length > 0) await live.log.record(asked, asking, 'written');
      else live.log.soon(asked, asking);

      const how = await carriedOut(calls.map((call) => ({ call, recorded: null, known: 'not_begun' })));
      if (how !== 'done')
        return how === 'suspended'
          ? suspended()
          : endWithNote(endedBy('loop', sayEnd('run.repeated_call'), words));
    }
    return endWithNote(endedBy('max_iterations', sayEnd('run.turns', { turns: input.turns }), words));

    /** Makes the next request shorter than one that was refused for its length. Its model knows its window by now. */
    async function shorten(
      messages: readonly ModelMessage[],
      offer: readonly ToolDefinition[],
    ): Promise<void> {
      const retry = {
        attempt: overflows + 1,
        maxAttempts: contextLimits.overflows + 1,
        delayMs: 0,
        code: OVERFLOW,
        ...reasonOf([sayNote('run.shortened')], words),
      };
      await live.log.record([{ type: 'retry', data: retry }], reserved.over, 'written');
      context.resize(model.contextWindow, promptTokens + tokensInTools(offer));
      context.refused(messages);
      const turns = overflows === 1 ? await input.summarise?.() : null;
      if (turns) thread.summarised(turns);
    }

    /** Carries out the calls of one reply, one after the other, and records what comes of each. */
    async function carriedOut(calls: readonly LeftCall[]): Promise<'done' | 'in_circles' | 'suspended'> {
      let looping = false;
      const results: ToolResultBlock[] = [];
      for (const { call, recorded, known } of calls) {
        const { toolCallId: id, name } = call;
        const calledAt = clock.monotonic();
        const verdict = guard.judge(name, call.input);
        looping ||= verdict === 'end';
        const result = recorded ?? (await resultOf(call, known, verdict === 'go' && !looping));
        const { told = [], ...outcome }: ToolResult = result;
        // Another process finds out what became of it.
        if (live.suspends && !outcome.success && recorded === null) return 'suspended';
        if (verdict === 'go') guard.saw(name, call.input, outcome);
        results.push({ type: 'tool_result', toolCallId: id, ...outcome });
        const isLast = results.length === calls.length;
        const durationMs = Math.round(clock.monotonic() - calledAt);
        if (tools.some((tool) => tool.name === name && tool.waitsForPerson)) live.waitMs += durationMs;
        const answers = isLast ? thread.append('user', results) : [];
        if (recorded !== null) {
          if (isLast) await live.log.record([], answers, 'written');
          continue;
        }
        await live.log.record(
          [{ type: 'tool_result', data: { toolCallId: id, name, ...outcome } }],
          [
            { change: 'tool-call.end', runId: live.runId, toolCallId: id, ...outcome, durationMs },
            ...keptTold(live, id, told, clock.now()),
            ...answers,
          ],
          changesSomething(call) ? 'synced' : 'written',
        );
      }
      return looping ? 'in_circles' : 'done';
    }

    /** `known`: what is known of it from an earlier process. */
    async function resultOf(
      call: RequestedToolCall,
      known: LeftCall['known'],
      allowed: boolean,
    ): Promise<ToolResult> {
      if (known !== null && known !== 'not_begun') return known;
      // What is not offered any more, as of a server that is away, may have had an effect.
      const mustNotRepeat = known === null && (effectOf(call) ?? 'effect') === 'effect';
      const settled = mustNotRepeat ? await input.earlier?.settle(call, contextOf(live)) : null;
      return settled ?? (await outcomeOf(call, allowed));
    }

    function changesSomething(call: Pick<RequestedToolCall, 'name' | 'input'>): boolean {
      const effect = effectOf(call);
      return effect !== undefined && effect !== 'read';
    }

    /** Undefined for a tool that is not offered. */
    function effectOf({
      name: called,
      input: given,
    }: Pick<RequestedToolCall, 'name' | 'input'>): ToolEffect | undefined {
      const tool = tools.find(({ name }) => name === called);
      return typeof tool?.effect === 'function' ? tool.effect(given) : tool?.effect;
    }

    /** Why the next call may not be made, or null: then its worst case is reserved. */
    async function limitReached(messages: readonly ModelMessage[]): Promise<Stopped | null> {
      if (isTooLate()) return endedBy('budget', WORKED, words);
      const spent = live.spentUsd + live.agentsUsd;
      const { refused, close, worstUsd, begun, ...more } = await budget.reserve(
        live.standing.personId,
        live.runId,
        spent,
        context.estimate(messages),
      );
      reserved = more;
      if (refused) return endedBy('budget', tooDear(refused, worstUsd, model), words);
      if (close && !isWarned) {
        isWarned = true;
        await live.log.record([{ type: 'cost_warning', data: close }], [], 'written');
      }
      // Written while the call is under way, so that no turn waits for the disk.
      if (begun.length > 0) live.log.soon([], begun);
      return null;
    }

    function isTooLate(): boolean {
      return clock.monotonic() - startedAt - live.waitMs > runLimits.computeMs;
    }

    async function outcomeOf(call: RequestedToolCall, allowed: boolean): Promise<ToolResult> {
      if (live.signal.aborted) return failed(ABORTED);
      if (call.problem !== undefined) return failed(call.problem);
      if (!allowed) return failed(REPEATED);
      // One reply may ask for any number of calls.
      if (isTooLate()) return failed(NO_TIME);
      const progressed = (progress: CallProgress) => live.log.progressed(call.toolCallId, progress);
      const findTools = (words: string) => offering.find(words, thread.turns);
      const context = { ...contextOf(live), progressed, findTools, nonce };
      const result = await toolCalls.carryOut(tools, call, caller, context);
      return result.success ? result : { ...result, output: result.output + offering.hintFor(call.name) };
    }
  }
}

/** Whose a call is, and how it asks its owner. */
const contextOf = ({ runId, sessionId, threadId, agent, signal, log }: Worker) => {
  const record: ToolCallContext['record'] = (events, changes) => log.record(events, changes);
  return { runId, sessionId, threadId, agent, signal, record };
};

const WORKED = sayEnd('run.worked', { minutes: runLimits.computeMs / 60_000 });
const NO_TIME = 'The time of this run had run out before this call. It was not carried out.';
const REPEATED =
  'You have made this same call three times and its result has not changed. It was not carried out again. ' +
  'Do something else, or answer with what you have.';

const OVERFLOW = 'context_overflow';

/** Nothing of an answer has been shown. */
const isOverflow = ({ text, end }: Turn): boolean =>
  end.stop === 'failed' && end.fault === 'overflow' && text === '';

const tooSmall = (window: number, instructions: number, tools: number): RunFailure => ({
  code: OVERFLOW,
  says: [sayEnd('run.window_too_small', { window, instructions, tools })],
  retryable: false,
});

const tooDear = ({ ceiling, spentUsd, limitUsd }: Ceiling, worstUsd: number, { id }: Model): Says =>
  sayEnd('run.too_dear', { worstUsd, spentUsd, limitUsd, ceiling, model: quote(id) });
