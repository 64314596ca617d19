import type { ToolCallId } from '../../kernel/ids.ts';
import { waitedFor, type Prompt } from '../../conversation/prompts/model.ts';
import type { RunEvent } from '../runs/store.ts';
import type { ToolCallRecord } from '../runs/model.ts';
import type { Span, SpanKind } from './model.ts';

type AgentData = Extract<RunEvent, { type: 'subagent' }>['data'];

/** What the events do not say. */
export interface Beside {
  readonly startedAt: number;
  readonly isRunning: boolean;
  readonly model: string;
  /** Of the run and its sub-agents. */
  readonly costUsd: number;
  readonly calls: readonly Pick<ToolCallRecord, 'toolCallId' | 'name' | 'success' | 'durationMs'>[];
  readonly prompts: readonly Prompt[];
  /** The message that has the result of a call. */
  readonly seqOfCall: ReadonlyMap<ToolCallId, number>;
  /** The last message of the run. */
  readonly lastSeq: number | null;
  readonly now: number;
}

/** Less is what is left when numbers are added in another order. */
const SMALLEST_USD = 1e-9;

const plain = {
  agentId: null,
  costUsd: null,
  usage: null,
  success: null,
  toolCallId: null,
  seq: null,
} as const;

/**
 * Puts the events of a run on a line. A call of the model begins where what came before it ended, because nothing tells
 * when it was sent; a call of a tool begins as long before its result as it took.
 */
export class Spans {
  readonly #beside: Beside;
  readonly #spans: Span[] = [];
  readonly #calls: ReadonlyMap<ToolCallId, Beside['calls'][number]>;
  /** By worker (null: the run itself): when what it last did ended. */
  readonly #since = new Map<string | null, number>();
  /** Sub-agents at work, and the model of each. */
  readonly #agents = new Map<
    string,
    { readonly at: number; readonly model: string; costUsd: number; name: string }
  >();
  /** Calls of the reply that has not ended yet. */
  #asked: ToolCallId[] = [];
  #lastAt: number;
  #isOver = false;

  constructor(beside: Beside) {
    this.#beside = beside;
    this.#lastAt = beside.startedAt;
    this.#since.set(null, beside.startedAt);
    this.#calls = new Map(beside.calls.map((call) => [call.toolCallId, call]));
  }

  add(event: RunEvent, at: number): void {
    switch (event.type) {
      case 'tool_call':
        this.#asked.push(event.data.toolCallId);
        break;
      case 'turn_end': {
        const { model, costUsd, usage, stopReason } = event.data;
        const seq = this.#seqAfter(this.#asked, stopReason);
        const success = stopReason !== 'refused';
        this.#worked('model', model, null, at, { costUsd, usage, seq, success });
        this.#asked = [];
        break;
      }
      case 'tool_result':
        this.#toolEnded(event.data, event.data.name, null, at);
        break;
      case 'retry': {
        const { code, delayMs } = event.data;
        this.#push({ ...plain, kind: 'retry', name: code, startedAt: at, durationMs: delayMs });
        break;
      }
      case 'resumed':
        this.#push({
          ...plain,
          kind: 'restart',
          name: 'restart',
          startedAt: this.#lastAt,
          durationMs: at - this.#lastAt,
        });
        this.#since.set(null, at);
        break;
      case 'cost_warning':
        this.#push({ ...plain, kind: 'limit', name: event.data.ceiling, startedAt: at, durationMs: 0 });
        break;
      case 'subagent':
        this.#agent(event.data, at);
        break;
      case 'done':
      case 'error':
        this.#isOver = true;
        this.#cutOff(event, at);
        break;
      default:
        break;
    }
    this.#lastAt = at;
  }

  /** All of them, what still lasts included. */
  get all(): readonly Span[] {
    const { prompts, now, isRunning, model } = this.#beside;
    const questions = prompts.map((prompt): Span => {
      const durationMs = prompt.state === 'pending' && isRunning ? null : waitedFor(prompt, now);
      const success = prompt.state === 'pending' ? null : prompt.state === 'answered';
      const { promptType: name, createdAt: startedAt, toolCallId } = prompt;
      return { ...plain, kind: 'question', name, startedAt, durationMs, success, toolCallId };
    });
    const atWork = [...this.#agents].map(([agentId, { at, name, costUsd }]): Span => {
      return { ...plain, kind: 'agent', name, agentId, startedAt: at, durationMs: null, costUsd };
    });
    const open = isRunning && !this.#isOver ? [this.#openNow(model)] : [];
    return [...this.#spans, ...questions, ...atWork, ...open].toSorted((a, b) => a.startedAt - b.startedAt);
  }

  /** A call that waits for its result, or the model. */
  #openNow(model: string): Span {
    const open = this.#beside.calls.find(({ success }) => success === null);
    const startedAt = this.#since.get(null) ?? this.#lastAt;
    return open
      ? { ...plain, kind: 'tool', name: open.name, startedAt, durationMs: null, toolCallId: open.toolCallId }
      : { ...plain, kind: 'model', name: model, startedAt, durationMs: null };
  }

  /**
   * The last call of the model, where it was not finished: no event tells its cost, which is what is left of the run's.
   * After a crash nothing tells when it ended, except that it was not before the last event.
   */
  #cutOff(end: Extract<RunEvent, { type: 'done' | 'error' }>, at: number): void {
    const isCutOff =
      end.type === 'error' ? end.data.code !== 'context_overflow' : end.data.stopReason === 'aborted';
    const since = this.#since.get(null) ?? at;
    const until = end.type === 'error' && end.data.code === 'interrupted' ? this.#lastAt : at;
    const told = this.#spans.reduce(
      (sum, { kind, costUsd }) => sum + (kind === 'model' ? (costUsd ?? 0) : 0),
      0,
    );
    const costUsd = Math.max(0, this.#beside.costUsd - told);
    if (!isCutOff || (until <= since && costUsd < SMALLEST_USD)) return;
    this.#worked('model', this.#beside.model, null, Math.max(since, until), { costUsd, success: false });
  }

  #agent(data: AgentData, at: number): void {
    const { agentId, name } = data;
    switch (data.event) {
      case 'started':
        this.#agents.set(agentId, { at, name, model: data.model, costUsd: 0 });
        this.#since.set(agentId, at);
        break;
      case 'turn_end': {
        const { costUsd, usage } = data;
        const agent = this.#agents.get(agentId);
        if (agent) agent.costUsd += costUsd;
        this.#worked('model', agent?.model ?? name, agentId, at, { costUsd, usage, success: true });
        break;
      }
      case 'tool_result':
        this.#toolEnded(data, data.tool, agentId, at);
        break;
      case 'tool_call':
        break;
      case 'ended': {
        const { costUsd, usage, outcome, durationMs } = data;
        const success = outcome === 'answered';
        const startedAt = this.#agents.get(agentId)?.at ?? at - durationMs;
        this.#agents.delete(agentId);
        this.#push({
          ...plain,
          kind: 'agent',
          name,
          agentId,
          startedAt,
          durationMs: at - startedAt,
          costUsd,
          usage,
          success,
        });
        break;
      }
    }
  }

  #toolEnded(
    { toolCallId, success }: { readonly toolCallId: ToolCallId; readonly success: boolean },
    name: string,
    agentId: string | null,
    at: number,
  ): void {
    const known = this.#calls.get(toolCallId)?.durationMs ?? null;
    const since = this.#since.get(agentId) ?? at;
    const startedAt = known === null ? since : Math.max(since, at - known);
    const seq = agentId === null ? (this.#beside.seqOfCall.get(toolCallId) ?? null) : null;
    this.#push({
      ...plain,
      kind: 'tool',
      name,
      agentId,
      startedAt,
      durationMs: at - startedAt,
      success,
      toolCallId,
      seq,
    });
    this.#since.set(agentId, at);
  }

  #worked(
    kind: SpanKind,
    name: string,
    agentId: string | null,
    at: number,
    more: Partial<Pick<Span, 'costUsd' | 'usage' | 'seq' | 'success'>>,
  ): void {
    const startedAt = Math.min(at, this.#since.get(agentId) ?? at);
    this.#push({ ...plain, ...more, kind, name, agentId, startedAt, durationMs: at - startedAt });
    this.#since.set(agentId, at);
  }

  /** The results of the calls that it asked for, or its answer, which ends the run. */
  #seqAfter(asked: readonly ToolCallId[], stopReason: string): number | null {
    const { seqOfCall, lastSeq } = this.#beside;
    if (stopReason === 'tool_use')
      return asked.map((id) => seqOfCall.get(id)).find((seq) => seq !== undefined) ?? null;
    return stopReason === 'output_limit' ? null : lastSeq;
  }

  #push(span: Span): void {
    this.#spans.push(span);
  }
}
