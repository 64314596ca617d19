// Room: what sub-agents may be: their roles, tools and budgets.

import type { ToolCallId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Usage, PriceKnown } from '../../ports/model.ts';

interface Role {
  /** The description for the delegating model, and for the sub-agent itself. */
  readonly description: string;
  /** The only tools that it may get, by name. */
  readonly tools: readonly string[];
  /** `fast`: the provider's fast model where one is known, otherwise the model of the run. */
  readonly tier: 'same' | 'fast';
}

const READING = ['read_file', 'list_files', 'recall', 'recall_tool_result'] as const;
const WEB = ['web_search', 'read_page', 'http_request'] as const;

/**
 * The roles of sub-agents. None may start others, ask the owner by itself or write memory: it mostly reads
 * untrusted text, and the model that delegated judges its answer. No role has a better model than the run.
 */
export const ROLES = {
  researcher: {
    description: 'finds things out on the web and in files, and changes nothing',
    tools: [...READING, ...WEB],
    tier: 'same',
  },
  creator: {
    description: 'writes and changes files',
    tools: [...READING, ...WEB, 'write_file', 'edit_file', 'rename_file', 'delete_file'],
    tier: 'same',
  },
  operator: {
    description: 'uses APIs as clearly instructed, and changes no files',
    tools: [...READING, ...WEB],
    tier: 'fast',
  },
  collector: {
    description: 'gathers information from given pages and files',
    tools: ['read_file', 'list_files', 'web_search', 'read_page', 'recall_tool_result'],
    tier: 'fast',
  },
} as const satisfies Readonly<Record<string, Role>>;

export type AgentRole = keyof typeof ROLES;

/** The task that a run gives to a sub-agent. */
export interface AgentTask {
  readonly name: string;
  readonly task: string;
  readonly role: AgentRole;
  /** Background that it needs; material, not instructions. */
  readonly context: string | null;
  /** A subset of the tools of its role; null for all of them. */
  readonly tools: readonly string[] | null;
  readonly maxTurns: number;
  readonly maxBudgetUsd: number;
  readonly profile: string | null;
}

/** How a sub-agent ended. Each outcome has its own message, because each calls for a different reaction. */
export type AgentOutcome =
  | 'answered'
  | 'cut_off'
  | 'turns'
  | 'budget'
  | 'time'
  | 'loop'
  | 'refused'
  | 'empty'
  | 'failed'
  | 'aborted';

interface OfAgent {
  readonly agentId: string;
  readonly name: string;
}

/** A sub-agent's progress, for readers of its run's events. Its answer goes to the run alone, at its end. */
export type AgentEvent = OfAgent &
  (
    | {
        readonly event: 'started';
        /** The call that started it. */
        readonly spawnCallId: ToolCallId;
        readonly role: AgentRole;
        readonly model: string;
        readonly provider: string;
        readonly profile: string | null;
        readonly maxTurns: number;
        readonly maxBudgetUsd: number;
      }
    | {
        readonly event: 'tool_call';
        readonly toolCallId: ToolCallId;
        readonly tool: string;
        readonly input: JsonObject;
      }
    | {
        readonly event: 'tool_result';
        readonly toolCallId: ToolCallId;
        readonly tool: string;
        /** Its beginning; the history of the run has all of it. */
        readonly output: string;
        readonly success: boolean;
      }
    | { readonly event: 'turn_end'; readonly usage: Usage; readonly costUsd: number }
    | {
        readonly event: 'ended';
        readonly outcome: AgentOutcome;
        readonly model: string;
        readonly turns: number;
        readonly usage: Usage;
        readonly costUsd: number;
        /** Absent in events of earlier versions. */
        readonly priceKnown?: PriceKnown;
        readonly durationMs: number;
      }
  );
