import type { SaysGiven } from '../engine/said.ts';
import type { Signal } from '@preact/signals';
import type { Answer, Prompt } from '../engine/client.ts';
import type { Attached } from './attachments/attached.ts';
import type { RunEvent } from '../engine/run-events.ts';
import type { PriceKnown } from '../parts/amount.ts';

export type DataOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>['data'];
export type Usage = DataOf<'turn_end'>['usage'];
export type AgentEvent = DataOf<'subagent'>;

type Progress = Pick<DataOf<'tool_progress'>, 'done' | 'total' | 'message'>;

export interface ToolCall {
  readonly toolCallId: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Null while it runs, and in a thread that was read, where only the result is known. */
  readonly startedAt: number | null;
  /** The last that was heard of it while it was under way. */
  readonly progress: Signal<Progress | null>;
  readonly result: Signal<{
    readonly output: string;
    readonly success: boolean;
    /** Milliseconds; null if this page did not see it start. */
    readonly tookMs: number | null;
  } | null>;
}

export type RecordedCall = Answer<'history.toolCalls'>['toolCalls'][number];

export interface AgentStep {
  readonly toolCallId: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly progress: Signal<Progress | null>;
  readonly result: Signal<{ readonly output: string; readonly success: boolean } | null>;
}

/** What the engine says of a run. */
interface Told {
  readonly code: string;
  readonly detail: string;
  readonly says: readonly SaysGiven[] | undefined;
}

export type Item = { readonly key: number } & (
  | { readonly kind: 'task'; readonly text: string; readonly files: readonly Attached[] }
  /** What a program sent with its task. */
  | { readonly kind: 'material'; readonly text: string }
  | { readonly kind: 'answer'; readonly text: Signal<string>; readonly isOpen: Signal<boolean> }
  | { readonly kind: 'thinking'; readonly text: Signal<string>; readonly isOpen: Signal<boolean> }
  | { readonly kind: 'calls'; readonly calls: Signal<readonly ToolCall[]> }
  | {
      readonly kind: 'agent';
      readonly agentId: string;
      /** The call that started it. */
      readonly spawnCallId: string;
      readonly name: string;
      readonly role: string;
      readonly model: string;
      readonly steps: Signal<readonly AgentStep[]>;
      readonly ended: Signal<Extract<AgentEvent, { event: 'ended' }> | null>;
    }
  | { readonly kind: 'retry'; readonly data: DataOf<'retry'>; readonly isOver: Signal<boolean> }
  | { readonly kind: 'continuation'; readonly data: DataOf<'continuation'> }
  | { readonly kind: 'compaction'; readonly data: DataOf<'compaction'> }
  | { readonly kind: 'no_room'; readonly tools: readonly string[] }
  | { readonly kind: 'message_cut'; readonly chars: number; readonly leftOut: number }
  | { readonly kind: 'cost_warning'; readonly data: DataOf<'cost_warning'> }
  | { readonly kind: 'resumed' }
  | { readonly kind: 'gap' }
  | { readonly kind: 'changed'; readonly fileCount: number }
  | ({ readonly kind: 'note' } & Told)
  | ({ readonly kind: 'failed'; readonly retryable: boolean } & Told)
  | { readonly kind: 'prompt'; readonly prompt: Asked; readonly isOver: Signal<boolean> }
);
export type ItemOf<Kind extends Item['kind']> = Extract<Item, { kind: Kind }>;

/** A question of a run, from its events or from its thread. */
export interface Asked {
  readonly promptId: string;
  readonly question: string;
  readonly options: readonly string[];
  /** Where the engine itself asks; with what the options say, in their order. */
  readonly says?: SaysGiven | undefined;
  readonly choices?: readonly SaysGiven[] | undefined;
  readonly questions: Prompt['questions'] | undefined;
  readonly allowFreeText: boolean;
  /** Null: nothing waits for it, and it can be answered all the same. */
  readonly expiresAt: string | null;
  /** If a secret is asked for. */
  readonly secret: {
    readonly name: string;
    readonly keyType: string;
    readonly hosts: readonly string[];
  } | null;
}

export interface Turn {
  readonly stopReason: string;
  readonly model: string;
  readonly usage: Usage;
  readonly costUsd: number;
  /** Absent where an earlier version of the engine told it. */
  readonly priceKnown?: PriceKnown | undefined;
}

export interface End {
  readonly stopReason: string;
  readonly usage: Usage;
  readonly costUsd: number;
  readonly priceKnown?: PriceKnown | undefined;
  readonly durationMs: number;
}

export type NewItem = Item extends infer One ? (One extends Item ? Omit<One, 'key'> : never) : never;
