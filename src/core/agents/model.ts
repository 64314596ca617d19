import type { ToolCallId } from '../kernel/ids.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { Usage } from '../ports/model.ts';

interface Role {
  /** What the delegating model is told of it, and what it is told of itself. */
  readonly does: string;
  /** All it may be given, by name: no sub-agent gets a tool that is not named here. */
  readonly tools: readonly string[];
  /** `fast` where the provider of the run has a model that is known to be; the model of the run otherwise. */
  readonly tier: 'same' | 'fast';
}

const READING = ['read_file', 'list_files', 'recall', 'recall_tool_result'] as const;
const WEB = ['web_search', 'read_page', 'http_request'] as const;

/**
 * What a sub-agent can be. None may start others, ask the owner by itself or write memory: what it
 * reads is mostly a stranger's text, and what comes of it is judged by the model that delegated. No role has a better model
 * than the run.
 */
export const ROLES = {
  researcher: {
    does: 'finds things out in the web and in files, and changes nothing',
    tools: [...READING, ...WEB],
    tier: 'same',
  },
  creator: {
    does: 'writes and changes files',
    tools: [...READING, ...WEB, 'write_file', 'edit_file', 'rename_file', 'delete_file'],
    tier: 'same',
  },
  operator: {
    does: 'does things with APIs by clear instructions, and changes no files',
    tools: [...READING, ...WEB],
    tier: 'fast',
  },
  collector: {
    does: 'gathers what is known to be in given pages and files',
    tools: ['read_file', 'list_files', 'web_search', 'read_page', 'recall_tool_result'],
    tier: 'fast',
  },
} as const satisfies Readonly<Record<string, Role>>;

export type AgentRole = keyof typeof ROLES;

/** What a run gives to a sub-agent. */
export interface AgentTask {
  readonly name: string;
  readonly task: string;
  readonly role: AgentRole;
  /** What it needs to know besides; material, and no instruction. */
  readonly context: string | null;
  /** Some of those that its role has; null for all of them. */
  readonly tools: readonly string[] | null;
  readonly maxTurns: number;
  readonly maxBudgetUsd: number;
  readonly profile: string | null;
}

/** How a sub-agent ended; each is told in other words, because each asks for something else. */
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

/** What a sub-agent does, as those see it who follow its run. What it says is told at its end, to the run alone. */
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
        /** Its beginning; all of it stands in the history of the run. */
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
        readonly durationMs: number;
      }
  );
