import type {
  ModelBlock,
  ModelRequest,
  ToolCallBlock,
  ToolDefinition,
  ToolResultBlock,
} from '../../../../core/ports/model.ts';

export interface Step {
  readonly call: ToolCallBlock;
  readonly result: ToolResultBlock;
}

/** A request as the script reads it: what is wanted, and what has been done about it. */
export interface Conversation {
  /** What the person said last, trimmed. */
  readonly task: string;
  /** The same for comparing: lower case, single spaces, no courtesies, no full stop. */
  readonly command: string;
  /** The calls that were answered since then, oldest first; empty while the task is new. */
  readonly steps: readonly Step[];
  /** The last thing that the model had said before that. */
  readonly saidBefore: string;
  readonly callsSoFar: number;
  readonly tools: readonly ToolDefinition[];
}

export function conversationIn({ messages, tools }: ModelRequest): Conversation {
  const asked = messages.findLastIndex(({ role, content }) => role === 'user' && content.some(isText));
  const task = (messages[asked]?.content.findLast(isText)?.text ?? '').trim();
  const last = messages[asked - 1]?.content.at(-1);
  const since = messages.slice(asked + 1).flatMap(({ content }) => content);
  const results = new Map(since.filter(isResult).map((result) => [result.toolCallId, result]));
  return {
    task,
    command: commandIn(task),
    steps: since.filter(isCall).flatMap((call) => {
      const result = results.get(call.toolCallId);
      return result ? [{ call, result }] : [];
    }),
    saidBefore: last?.type === 'text' ? last.text : '',
    callsSoFar: messages.flatMap(({ content }) => content.filter(isCall)).length,
    tools,
  };
}

export const offers = ({ tools }: Conversation, name: string): boolean =>
  tools.some((tool) => tool.name === name);

/** Takes "please" and the like off the front. */
export const withoutCourtesy = (task: string): string =>
  task.replace(/^(?:(?:please|hey|ok|okay|now|can you|could you|would you)(?:,\s*|\s+))+/i, '');

/** The first words of what was said, short enough to be repeated in an answer. */
export function firstWords(text: string): string {
  const all = text.slice(0, 400).trim().split(/\s+/);
  const few = Array.from(all.slice(0, 8).join(' ')).slice(0, 60).join('');
  const isAll = text.length <= 400 && few === all.join(' ');
  return isAll ? few : `${few} …`;
}

const COMMAND_CHARS = 200;

/** Only what is short can be a command; the patterns here would take too long over a task of a megabyte. */
function commandIn(task: string): string {
  if (task.length > COMMAND_CHARS) return task;
  const plain = withoutCourtesy(task).toLowerCase().replace(/\s+/g, ' ');
  const withoutEnd = plain.replace(/[ .,!?…]+$/, '');
  return withoutEnd.replace(/,? please$/, '').trim();
}

const isText = (block: ModelBlock) => block.type === 'text';
const isCall = (block: ModelBlock) => block.type === 'tool_call';
const isResult = (block: ModelBlock) => block.type === 'tool_result';
