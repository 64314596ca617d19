import type { RunId } from '../../kernel/ids.ts';
import { partsOf } from '../../trust/untrusted/untrusted.ts';
import type { Message } from '../../conversation/threads/model.ts';
import { historyText } from './history.ts';
import type { SentMessage } from './model.ts';

/** One run of a thread, as a client of a face knows it. */
export interface Turn {
  readonly runId: RunId;
  /** Its first message in the thread. */
  readonly seq: number;
  readonly task: string;
  /** What came with the task: among it what the client said was said before. */
  readonly material: string;
  /** What it said, divided where it asked its person something. */
  readonly said: readonly string[];
}

export function turnsOf(messages: readonly Message[]): readonly Turn[] {
  const turns: (Turn & { readonly said: string[] })[] = [];
  for (const { seq, role, content, runId } of messages) {
    let turn = turns.at(-1);
    if (turn?.runId !== runId) {
      const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
      const [task = '', ...more] = role === 'user' ? texts : [];
      turn = { runId, seq, task, material: partsOf(more.join('\n')).inside, said: [''] };
      turns.push(turn);
    }
    if (role !== 'assistant') continue;
    for (const block of content) {
      if (block.type === 'text') turn.said.push([turn.said.pop() ?? '', block.text].join('\n\n'));
      if (block.type === 'tool_call' && block.name === 'ask_user') turn.said.push('');
    }
  }
  return turns;
}

/** How far what a client sent and a thread are the same. */
export interface Agreement {
  /** Turns of the thread that the client has, too, from the first on. */
  readonly turns: number;
  /** Messages of the client that are in these turns: what follows is not in the thread. */
  readonly messages: number;
}

/**
 * Compares what a client sent with a thread. Clients change white space, leave out thoughts, keep half of an answer that
 * they did not wait for, and add to one what they were told beside it (a question, a link): an answer counts as the same if
 * one of the two begins as the other. What the client had said before a turn counts if the turn was given it.
 */
export function agreement(sent: readonly SentMessage[], turns: readonly Turn[]): Agreement {
  let at = 0;
  for (const [index, turn] of turns.entries()) {
    const end = endOfTurn(sent, at, turn, turns[index + 1]);
    if (end === null) return { turns: index, messages: at };
    at = end;
  }
  return { turns: turns.length, messages: at };
}

/** Where the messages of a turn end; null if the client has others in its place. */
function endOfTurn(
  sent: readonly SentMessage[],
  from: number,
  turn: Turn,
  next: Turn | undefined,
): number | null {
  let at = taskAt(sent, from, turn);
  if (at === null) return null;
  at += 1;
  for (const [index, said] of turn.said.entries()) {
    for (; sent[at]?.role === 'assistant'; at += 1) if (!beginAlike(sent[at]?.text ?? '', said)) return null;
    const isAsked = index < turn.said.length - 1;
    // The answer to its question, unless it was given elsewhere and this is already the next task.
    if (!isAsked || sent[at] === undefined || (next && isSame(sent[at]?.text ?? '', next.task))) break;
    at += 1;
  }
  return at;
}

function taskAt(sent: readonly SentMessage[], from: number, { task, material }: Turn): number | null {
  const isTask = (message: SentMessage | undefined) => message?.role === 'user' && isSame(message.text, task);
  if (isTask(sent[from])) return from;
  if (material === '') return null;
  for (let at = from + 1; at < sent.length; at += 1)
    if (isTask(sent[at]) && material.includes(historyText(sent.slice(from, at)))) return at;
  return null;
}

/** The text that is compared: without thoughts that a client keeps in it, in single spaces. */
export const plain = (text: string): string =>
  THOUGHTS.reduce((rest, [open, close]) => without(rest, open, close), text)
    .replaceAll(/\s+/gu, ' ')
    .trim();

const THOUGHTS = [
  ['<details type="reasoning"', '</details>'],
  ['<think>', '</think>'],
] as const;

/** In one pass, however many beginnings have no end: a pattern would look for each. */
function without(text: string, open: string, close: string): string {
  const kept: string[] = [];
  for (let at = 0; ;) {
    const from = text.indexOf(open, at);
    const to = from < 0 ? -1 : text.indexOf(close, from + open.length);
    if (to < 0) return kept.join('') + text.slice(at);
    kept.push(text.slice(at, from));
    at = to + close.length;
  }
}

export const isSame = (one: string, other: string): boolean => plain(one) === plain(other);

function beginAlike(one: string, other: string): boolean {
  const [a, b] = [plain(one), plain(other)];
  return a.startsWith(b) || b.startsWith(a);
}
