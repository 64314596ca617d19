import { partsOf } from '../../../../core/trust/untrusted/untrusted.ts';
import type {
  ModelBlock,
  ModelRequest,
  ToolCallBlock,
  ToolDefinition,
  ToolResultBlock,
} from '../../../../core/ports/model.ts';
import { english, type DemoWords } from './english.ts';
import { german } from './german.ts';
import { inEnglish, isGerman } from './german-commands.ts';

export interface Step {
  readonly call: ToolCallBlock;
  readonly result: ToolResultBlock;
}

/** A request as the script sees it: the task, and the steps taken for it. */
export interface Conversation {
  /** The person's last message, trimmed; a German command as the English one that it is. */
  readonly task: string;
  /** In the language of the task. */
  readonly words: DemoWords;
  /** The task normalised for comparison: lower case, single spaces, no courtesies, no full stop. */
  readonly command: string;
  /** The answered calls since then, oldest first; empty for a new task. */
  readonly steps: readonly Step[];
  /** The model's last message before that. */
  readonly saidBefore: string;
  readonly callsSoFar: number;
  readonly tools: readonly ToolDefinition[];
}

export function conversationIn({ messages, tools }: ModelRequest): Conversation {
  const asked = messages.findLastIndex(({ role, content }) => role === 'user' && content.some(isText));
  const said = messages[asked]?.content.filter(isText) ?? [];
  // Texts that came with the task are marked as such.
  const wanted = said.findLast(({ text }) => partsOf(text).inside === '' && !NOTE.test(text))?.text ?? '';
  const asWritten = wanted.replace(NOTE_BELOW, '').trim();
  const command = inEnglish(asWritten);
  const task = command ?? asWritten;
  const last = messages[asked - 1]?.content.at(-1);
  const since = messages.slice(asked + 1).flatMap(({ content }) => content);
  const results = new Map(since.filter(isResult).map((result) => [result.toolCallId, result]));
  return {
    task,
    words: command !== null || isGerman(asWritten) ? german : english,
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

/** What the engine itself says to the model, in brackets: alone, or below the task. */
const NOTE = /^\s*\[[^\]]*\]\s*$/u;
const NOTE_BELOW = /\n\n\[[^\]]*\]\s*$/u;

/** Removes "please" and the like from the beginning. */
export const withoutCourtesy = (task: string): string =>
  task.replace(/^(?:(?:please|hey|ok|okay|now|can you|could you|would you)(?:,\s*|\s+))+/i, '');

/** The first words of the task, short enough to repeat in an answer. */
export function firstWords(text: string): string {
  const all = text.slice(0, 400).trim().split(/\s+/);
  const few = Array.from(all.slice(0, 8).join(' ')).slice(0, 60).join('');
  const isAll = text.length <= 400 && few === all.join(' ');
  return isAll ? few : `${few} …`;
}

const COMMAND_CHARS = 200;

/** Only a short text can be a command; on a megabyte these patterns would take too long. */
function commandIn(task: string): string {
  if (task.length > COMMAND_CHARS) return task;
  const plain = withoutCourtesy(task).toLowerCase().replace(/\s+/g, ' ');
  const withoutEnd = plain.replace(/[ .,!?…]+$/, '');
  return withoutEnd.replace(/,? please$/, '').trim();
}

const isText = (block: ModelBlock) => block.type === 'text';
const isCall = (block: ModelBlock) => block.type === 'tool_call';
const isResult = (block: ModelBlock) => block.type === 'tool_result';
