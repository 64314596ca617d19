import type {
  PlanEntry,
  SessionUpdate,
  ToolCallContent,
  ToolCallLocation,
  ToolKind,
} from '@agentclientprotocol/sdk';
import { forPerson } from '../../../../core/trust/untrusted/untrusted.ts';
import type { Followed } from '../followed.ts';
import { acpLimits } from './limits.ts';

interface Call {
  readonly toolCallId: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}
interface Result {
  readonly toolCallId: string;
  readonly output: string;
  readonly success: boolean;
}
type Agent = Extract<Followed, { readonly type: 'agent' }>['agent'];

const KINDS: readonly (readonly [RegExp, ToolKind])[] = [
  [/^(?:write|edit)_file$|^editor_write_file$/u, 'edit'],
  [/^delete_/u, 'delete'],
  [/^rename_/u, 'move'],
  [/^(?:http_request|read_page)$/u, 'fetch'],
  [/^find_|_search$|^query_|^recall/u, 'search'],
  [/^(?:read|list)_|_read$|^editor_read_file$/u, 'read'],
];

const kindOf = (name: string): ToolKind => KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'other';

const textIn = (input: Call['input'], field: string): string | null => {
  const value = input[field];
  return typeof value === 'string' ? value : null;
};

const said = (text: string): ToolCallContent => ({ type: 'content', content: { type: 'text', text } });

/** Tells a client of the calls of one turn. The calls of a reply are carried out one after the other. */
export class ToolCallUpdates {
  /** Where a path of a call is on this machine. */
  readonly #absolute: (tool: string, path: string) => string;
  /** Those that have not ended, in the order in which they are carried out. */
  readonly #open = new Map<string, 'pending' | 'in_progress'>();
  readonly #diffs = new Map<string, ToolCallContent>();
  /** The sub-agents of the turn. */
  readonly #agents = new Map<string, PlanEntry>();

  constructor(absolute: (tool: string, path: string) => string) {
    this.#absolute = absolute;
  }

  /** The call that the run is at; null where it is at none. */
  get current(): string | null {
    return this.#open.keys().next().value ?? null;
  }

  asked({ toolCallId, name, input }: Call): readonly SessionUpdate[] {
    const path = textIn(input, 'path') ?? textIn(input, 'from');
    const locations: ToolCallLocation[] = path === null ? [] : [{ path: this.#absolute(name, path) }];
    const diff = this.#changed(name, input);
    if (diff !== null) this.#diffs.set(toolCallId, diff);
    this.#open.set(toolCallId, 'pending');
    const title = path === null ? name : `${name} ${path}`;
    return [
      {
        sessionUpdate: 'tool_call',
        toolCallId,
        title: title.slice(0, acpLimits.titleChars).toWellFormed(),
        kind: kindOf(name),
        status: 'pending',
        locations,
        content: diff === null ? [] : [diff],
        rawInput: input,
      },
    ];
  }

  /** The first of them is under way. */
  begun(): readonly SessionUpdate[] {
    const toolCallId = this.current;
    if (toolCallId === null || this.#open.get(toolCallId) !== 'pending') return [];
    this.#open.set(toolCallId, 'in_progress');
    return [{ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' }];
  }

  /** What a call would change. */
  diffOf(toolCallId: string): readonly ToolCallContent[] {
    const diff = this.#diffs.get(toolCallId);
    return diff === undefined ? [] : [diff];
  }

  /** It waits for a person. */
  waits(toolCallId: string): void {
    if (this.#open.has(toolCallId)) this.#open.set(toolCallId, 'pending');
  }

  progressed({
    toolCallId,
    done,
    total,
    message,
  }: Extract<Followed, { type: 'progress' }>['progress']): readonly SessionUpdate[] {
    if (!this.#open.has(toolCallId)) return [];
    this.#open.set(toolCallId, 'in_progress');
    const share = total === null ? `${done}` : `${done} of ${total}`;
    const content = [said(message === null ? share : `${share}: ${message}`)];
    return [{ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress', content }];
  }

  ended({ toolCallId, output, success }: Result): readonly SessionUpdate[] {
    // A call that was not allowed was never at work.
    const before = success && this.#open.get(toolCallId) === 'pending' ? this.#begins(toolCallId) : [];
    this.#open.delete(toolCallId);
    // Where the files were changed, the difference says more than the words about it.
    const keeps = success && this.#diffs.has(toolCallId);
    return [
      ...before,
      {
        sessionUpdate: 'tool_call_update',
        toolCallId,
        status: success ? 'completed' : 'failed',
        ...(keeps ? {} : { content: [said(forPerson(output))] }),
      },
      ...this.begun(),
    ];
  }

  /** The run has ended before they did. */
  cutOff(): readonly SessionUpdate[] {
    const left = [...this.#open.keys()];
    this.#open.clear();
    return left.map((toolCallId) => ({ sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' }));
  }

  ofAgent(agent: Agent): readonly SessionUpdate[] {
    switch (agent.event) {
      case 'started':
        this.#agents.set(agent.agentId, { content: agent.name, priority: 'medium', status: 'in_progress' });
        return this.#plan();
      case 'ended': {
        const entry = this.#agents.get(agent.agentId);
        if (entry) this.#agents.set(agent.agentId, { ...entry, status: 'completed' });
        return this.#plan();
      }
      case 'tool_call': {
        const { toolCallId, tool, input } = agent;
        return [
          {
            sessionUpdate: 'tool_call',
            toolCallId,
            title: `${agent.name}: ${tool}`.slice(0, acpLimits.titleChars).toWellFormed(),
            kind: kindOf(tool),
            status: 'in_progress',
            rawInput: input,
          },
        ];
      }
      case 'tool_result': {
        const { toolCallId, output, success } = agent;
        const content = [said(forPerson(output))];
        const status = success ? 'completed' : 'failed';
        return [{ sessionUpdate: 'tool_call_update', toolCallId, status, content }];
      }
      default:
        return [];
    }
  }

  #begins(toolCallId: string): readonly SessionUpdate[] {
    return [{ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' }];
  }

  #plan(): readonly SessionUpdate[] {
    return [{ sessionUpdate: 'plan', entries: [...this.#agents.values()] }];
  }

  /** What a call would change in a file; null where it is no text. */
  #changed(name: string, input: Call['input']): ToolCallContent | null {
    const path = textIn(input, 'path');
    if (path === null) return null;
    const at = this.#absolute(name, path);
    const [before, after] = [textIn(input, 'oldString'), textIn(input, 'newString')];
    if (name === 'edit_file' && before !== null && after !== null)
      return { type: 'diff', path: at, oldText: before, newText: after };
    const content = textIn(input, 'content');
    const isText = (textIn(input, 'encoding') ?? 'utf-8') === 'utf-8';
    return (name === 'write_file' || name === 'editor_write_file') && content !== null && isText
      ? { type: 'diff', path: at, newText: content }
      : null;
  }
}
