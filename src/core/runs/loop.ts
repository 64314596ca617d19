import type {
  Model,
  ModelEnd,
  ModelRetry,
  RequestedToolCall,
  ToolResultBlock,
  Usage,
} from '../ports/model.ts';
import { addUsage, costOf, noUsage } from '../ports/model.ts';
import type { Change } from '../ports/journal.ts';
import type { Ids } from '../ports/ids.ts';
import type { Tool, ToolOutcome } from '../ports/tools.ts';
import { isDeeperThan } from '../kernel/json.ts';
import { limits } from '../kernel/limits.ts';
import { toolCallId } from '../kernel/ids.ts';
import { nonceFrom } from '../kernel/untrusted.ts';
import type { Message, MessageBlock } from '../threads/model.ts';
import type { RunEventData } from './events.ts';
import type { LiveRun } from './live-runs.ts';
import type { RunError, RunOutcome, StopReason } from './model.ts';
import { outbound } from './outbound.ts';
import { RepeatGuard } from './repeat-guard.ts';
import { SYSTEM_PROMPT } from './system-prompt.ts';
import { ABORTED, callTool, failed, type ToolCallDeps } from './tool-calls.ts';
import { takeTurn, type Turn } from './turn.ts';

export interface LoopDeps extends ToolCallDeps {
  readonly ids: Ids;
}

export interface LoopInput {
  readonly live: LiveRun;
  readonly model: Model;
  readonly tools: readonly Tool[];
  /** The thread so far, the task included. */
  readonly thread: readonly Pick<Message, 'role' | 'content'>[];
}

/** How the loop ended, and what the last commit of the run still has to keep beside the run's own end. */
export interface LoopResult {
  readonly outcome: RunOutcome;
  readonly usage: Usage;
  readonly events: readonly RunEventData[];
  readonly changes: readonly Change[];
}

/**
 * One run: call the model, carry out what it asks for, tell it the results, until it is done.
 *
 * Every reply is on disk, with the calls it asks for, before the first of them is carried out; every result
 * before the model is told of it. Throws only when the journal does.
 */
export async function runLoop(input: LoopInput, deps: LoopDeps): Promise<LoopResult> {
  const { live, model, tools } = input;
  const thread = [...input.thread];
  const guard = new RepeatGuard();
  const nonce = nonceFrom(deps.ids.next());
  let usage = noUsage;

  const append = (role: 'user' | 'assistant', content: readonly MessageBlock[]): readonly Change[] => {
    if (content.length === 0) return [];
    thread.push({ role, content });
    const { runId, threadId } = live;
    return [
      { change: 'message.append', message: { threadId, runId, role, content, createdAt: deps.clock.now() } },
    ];
  };
  const end = (
    outcome: RunOutcome,
    events: readonly RunEventData[],
    changes: readonly Change[],
  ): LoopResult => ({ outcome, usage, events, changes });
  const endWithNote = (outcome: RunOutcome, code: string, detail: string, text = ''): LoopResult =>
    end(outcome, [], append('assistant', [...textBlocks(text), { type: 'note', code, detail }]));

  for (let turns = 0; turns < limits.run.turns; turns++) {
    const request = {
      system: SYSTEM_PROMPT,
      messages: outbound(thread),
      tools: definitions(tools),
      cacheKey: live.threadId,
    };
    const turn = await takeTurn(model, request, live.signal, listenerFor(live), deps);
    usage = addUsage(usage, turn.end.usage);

    const stopped = whyItStopped(turn, live);
    if (stopped) return endWithNote(stopped.outcome, stopped.code, stopped.detail, turn.text);

    if (turn.end.stop !== 'tool_use') {
      const said = answer(turn);
      const changes = append('assistant', [...thoughts(turn.end), ...textBlocks(said.text)]);
      return end(said.outcome, [turnEnd(model, turn.end.usage, said.stopReason)], changes);
    }

    const calls = turn.end.toolCalls.map((call) => ({ ...call, toolCallId: toolCallId(deps.ids.next()) }));
    await live.log.record(
      [...calls.map(toolCallEvent), turnEnd(model, turn.end.usage, 'tool_use')],
      [
        ...append('assistant', [...thoughts(turn.end), ...textBlocks(turn.text), ...calls.map(callBlock)]),
        ...calls.map((call) => started(live, call, deps)),
      ],
    );

    let looping = false;
    const results: ToolResultBlock[] = [];
    for (const call of calls) {
      const startedAt = deps.clock.monotonic();
      const verdict = guard.judge(call.name, call.input);
      looping ||= verdict === 'end';
      const outcome = await outcomeOf(call, verdict === 'go' && !looping);
      if (verdict === 'go') guard.saw(call.name, call.input, outcome);
      results.push({ type: 'tool_result', toolCallId: call.toolCallId, ...outcome });
      const isLast = results.length === calls.length;
      const durationMs = Math.round(deps.clock.monotonic() - startedAt);
      await live.log.record(
        [{ type: 'tool_result', data: { toolCallId: call.toolCallId, name: call.name, ...outcome } }],
        [
          { change: 'tool-call.end', runId: live.runId, toolCallId: call.toolCallId, ...outcome, durationMs },
          ...(isLast ? append('user', results) : []),
        ],
      );
    }
    if (looping) return endWithNote({ kind: 'done', stopReason: 'loop', text: LOOP }, 'loop', LOOP);
  }
  return endWithNote(
    { kind: 'done', stopReason: 'max_iterations', text: TOO_MANY },
    'max_iterations',
    TOO_MANY,
  );

  async function outcomeOf(call: RequestedToolCall, allowed: boolean): Promise<ToolOutcome> {
    if (live.signal.aborted) return failed(ABORTED);
    if (call.problem !== undefined) return failed(call.problem);
    if (!allowed) return failed(REPEATED);
    const { runId, sessionId, threadId, signal } = live;
    return await callTool(tools, call, { runId, sessionId, threadId, nonce, signal }, deps);
  }
}

const LOOP = 'The run was ended because the model kept repeating the same call with the same result.';
const TOO_MANY = `The run was ended after ${limits.run.turns} model calls without an answer. What was done is kept.`;
const REPEATED =
  'You have made this same call three times and its result has not changed. It was not carried out again. ' +
  'Do something else, or answer with what you have.';

/** Only a reply that came to its end has thoughts that may be sent back. */
const thoughts = (end: ModelEnd): readonly MessageBlock[] => ('thinking' in end && end.thinking) || [];

const callBlock = ({ type, toolCallId: id, name, input }: RequestedToolCall): MessageBlock => ({
  type,
  toolCallId: id,
  name,
  input,
});

const textBlocks = (text: string): readonly MessageBlock[] => (text === '' ? [] : [{ type: 'text', text }]);

const definitions = (tools: readonly Tool[]) =>
  tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));

const listenerFor = (live: LiveRun) => ({
  text: (text: string) => live.log.delta({ type: 'text', data: { text } }),
  thinking: (summary: string) => live.log.delta({ type: 'thinking', data: { summary } }),
  retry: ({ type, ...data }: ModelRetry) => live.log.delta({ type, data }),
});

function turnEnd(model: Model, usage: Usage, stopReason: StopReason | 'tool_use'): RunEventData {
  return {
    type: 'turn_end',
    data: { stopReason, usage, model: model.id, costUsd: costOf(usage, model.price) },
  };
}

function toolCallEvent({ toolCallId, name, input }: RequestedToolCall): RunEventData {
  return { type: 'tool_call', data: { toolCallId, name, input } };
}

function started(live: LiveRun, { toolCallId, name, input }: RequestedToolCall, deps: LoopDeps): Change {
  const unknown = { output: null, success: null, durationMs: null };
  return {
    change: 'tool-call.start',
    call: { runId: live.runId, toolCallId, name, input, startedAt: deps.clock.now(), ...unknown },
  };
}

interface Stopped {
  readonly outcome: RunOutcome;
  readonly code: string;
  readonly detail: string;
}

/** Whether the turn ended without a reply that may be used, and how that is to be told. */
function whyItStopped({ text, end }: Turn, live: LiveRun): Stopped | null {
  if (end.stop === 'aborted') {
    const detail = live.abortCause === 'user' ? 'The run was stopped here.' : 'The engine stopped here.';
    if (live.abortCause !== 'user')
      return { outcome: { kind: 'interrupted', text }, code: 'interrupted', detail };
    return { outcome: { kind: 'done', stopReason: 'aborted', text }, code: 'aborted', detail };
  }
  const error = errorIn(text, end);
  return error && { outcome: { kind: 'failed', error, text }, code: error.code, detail: error.error };
}

function errorIn(text: string, end: ModelEnd): RunError | null {
  if (end.stop === 'failed') return { code: end.code, error: end.error, retryable: end.retryable };
  if (end.stop === 'tool_use' && end.toolCalls.length === 0)
    return {
      code: 'provider_error',
      error: 'The model asked for a tool without naming one.',
      retryable: true,
    };
  if (
    end.stop === 'tool_use' &&
    end.toolCalls.some(({ input }) => isDeeperThan(input, limits.tool.inputDepth))
  )
    return {
      code: 'provider_error',
      error: 'The model asked for a tool with an input that nests too deep.',
      retryable: true,
    };
  if (end.stop === 'end_turn' && text.trim() === '')
    return { code: 'empty_answer', error: 'The model ended its turn without an answer.', retryable: true };
  return null;
}

/** An empty text is never passed off as an answer (contract §2). */
function answer({ text, end }: Turn): { text: string; stopReason: StopReason; outcome: RunOutcome } {
  const stopReason: StopReason =
    end.stop === 'output_limit' || end.stop === 'refused' ? end.stop : 'end_turn';
  const said = text.trim() === '' ? (WITHOUT_TEXT[stopReason] ?? text) : text;
  return { text: said, stopReason, outcome: { kind: 'done', stopReason, text: said } };
}

const WITHOUT_TEXT: Partial<Record<StopReason, string>> = {
  output_limit: 'The model reached its output limit before it wrote an answer.',
  refused: 'The model declined to answer.',
};
