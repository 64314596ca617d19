import { engine, type Message } from '../engine/client.ts';
import { RunModel } from './run-model.ts';

/** Messages read at once; earlier ones come when a person scrolls up to them. */
export const PAGE = 200;

/** The messages after this one. */
export async function messagesAfter(
  id: string,
  after: number,
  signal: AbortSignal,
): Promise<readonly Message[]> {
  const all: Message[] = [];
  for (let isMore = true; isMore;) {
    const query = { limit: PAGE, after: all.at(-1)?.seq ?? after };
    const page = await engine['threads.messages']({ params: { id }, query, signal });
    all.push(...page.messages);
    isMore = page.nextCursor !== null;
  }
  return all;
}

/** A page of messages that ends before this one, or with Infinity at the end of the thread. */
export async function messagesBefore(
  id: string,
  seq: number,
  signal: AbortSignal,
): Promise<{ readonly messages: readonly Message[]; readonly hasEarlier: boolean }> {
  const before = Math.min(seq, Number.MAX_SAFE_INTEGER);
  let messages: readonly Message[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { limit: PAGE - messages.length, before, ...(cursor === undefined ? {} : { cursor }) };
    const page = await engine['threads.messages']({ params: { id }, query, signal });
    messages = [...page.messages, ...messages];
    if (page.nextCursor === null || messages.length >= PAGE)
      return { messages, hasEarlier: page.nextCursor !== null };
    cursor = page.nextCursor;
  }
}

/**
 * The runs of these messages. The run in progress gets its task only: its events tell the rest.
 * @param known is drawn already; what is over does not change, and stays as it is
 */
export function runsOf(
  messages: readonly Message[],
  activeRunId: string | null,
  known: readonly RunModel[] = [],
): readonly RunModel[] {
  const whole = new Map(known.filter((run) => run.isWhole).map((run) => [run.runId.value, run]));
  const runs: RunModel[] = [];
  for (const message of messages) {
    const isNew = runs.at(-1)?.runId.value !== message.runId;
    const kept = whole.get(message.runId);
    if (isNew) runs.push(kept ?? new RunModel(message.runId));
    if (!kept && (isNew || message.runId !== activeRunId)) runs.at(-1)?.message(message);
    else if (kept && isNew && message.role === 'user') kept.sent(message);
  }
  return runs;
}

/**
 * Reads what the runs that are over have cost and how they ended.
 * @param threadIds the thread, and the one it was copied from, to which the copied runs belong
 */
export async function readRecords(
  threadIds: readonly string[],
  runs: readonly RunModel[],
  signal: AbortSignal,
): Promise<void> {
  const open = runs.filter((run) => !run.isRecorded && !run.isRunning.value && run.runId.value !== null);
  const byId = new Map(open.map((run) => [run.runId.value, run]));
  for (const threadId of threadIds)
    for (let cursor: string | null | undefined; cursor !== null && byId.size > 0;) {
      const query = { threadId, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
      const page = await engine['history.runs']({ query, signal });
      for (const record of page.runs) {
        byId.get(record.runId)?.record(record);
        byId.delete(record.runId);
      }
      cursor = page.nextCursor;
    }
}
