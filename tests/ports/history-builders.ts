import { BY_OWNER, OWNER_ID } from '../doubles/people.ts';
import type { Grant } from '../../src/core/conversation/consent/model.ts';
import type { GrantStore } from '../../src/core/conversation/consent/store.ts';
import type { ChangesetStore } from '../../src/core/workspace/changesets/store.ts';
import {
  grantId,
  promptId,
  runId,
  sessionId,
  threadId,
  toolCallId,
  type RunId,
  type ThreadId,
} from '../../src/core/kernel/ids.ts';
import type { Journal } from '../../src/core/ports/journal.ts';
import type { HistoryChange as Change } from '../../src/adapters/out/sqlite/history/parts.ts';
import { noUsage } from '../../src/core/ports/model.ts';
import type { Prompt } from '../../src/core/conversation/prompts/model.ts';
import type { PromptStore } from '../../src/core/conversation/prompts/store.ts';
import type { RunEvent } from '../../src/core/execution/runs/events.ts';
import type { Run, SideCall, ToolCallRecord } from '../../src/core/execution/runs/model.ts';
import type { RunStore } from '../../src/core/execution/runs/store.ts';
import type { Session } from '../../src/core/conversation/sessions/model.ts';
import type { SessionStore } from '../../src/core/conversation/sessions/store.ts';
import { UNTITLED, type NewMessage, type Thread } from '../../src/core/conversation/threads/model.ts';
import type { ThreadStore } from '../../src/core/conversation/threads/store.ts';
import { CountingIds } from '../doubles/counting-ids.ts';

/** A storage adapter: one way to write, and several to read. */
export interface History {
  readonly journal: Journal<Change>;
  readonly sessions: SessionStore;
  readonly threads: ThreadStore;
  readonly runs: RunStore;
  readonly prompts: PromptStore;
  readonly grants: GrantStore;
  readonly changesets: ChangesetStore;
}

export interface OpenedHistory {
  readonly history: History;
  /** Closes and reopens the same store. */
  reopen(): Promise<History>;
  close(): Promise<void>;
}

const ids = new CountingIds();

/** An arbitrary instant from which test data is dated. */
export const NOON = Date.UTC(2026, 0, 1, 12);

export const aThread = (given: Partial<Thread> = {}): Thread => ({
  personId: OWNER_ID,
  threadId: threadId(ids.next()),
  title: UNTITLED,
  archived: false,
  messageCount: 0,
  costUsd: 0,
  createdAt: NOON,
  updatedAt: NOON,
  ...given,
});

export const aSession = (thread: ThreadId, given: Partial<Session> = {}): Session => ({
  sessionId: sessionId(ids.next()),
  threadId: thread,
  profile: null,
  createdAt: NOON,
  ...given,
});

/** A run that has just begun. */
export const aRun = (session: Session, given: Partial<Run> = {}): Run => ({
  runId: runId(ids.next()),
  sessionId: session.sessionId,
  threadId: session.threadId,
  task: 'say something',
  status: 'running',
  stopReason: null,
  model: 'scripted',
  provider: 'scripted',
  profile: null,
  usage: noUsage,
  costUsd: 0,
  priceKnown: true,
  toolCallCount: 0,
  durationMs: 0,
  waitMs: 0,
  startedBy: BY_OWNER,
  replayOf: null,
  attachments: [],
  createdAt: NOON,
  endedAt: null,
  error: null,
  ...given,
});

export const aMessage = (run: Run, text: string, given: Partial<NewMessage> = {}): NewMessage => ({
  threadId: run.threadId ?? threadId('none'),
  runId: run.runId,
  role: 'user',
  content: [{ type: 'text', text }],
  createdAt: NOON,
  ...given,
});

export const aToolCall = (run: RunId, given: Partial<ToolCallRecord> = {}): ToolCallRecord => ({
  toolCallId: toolCallId(ids.next()),
  runId: run,
  agent: null,
  name: 'write_file',
  input: { path: 'a.txt', content: 'one' },
  output: null,
  success: null,
  startedAt: NOON,
  durationMs: null,
  ...given,
});

export const aGrant = (given: Partial<Grant> = {}): Grant => ({
  grantId: grantId(ids.next()),
  class: 'send_outside',
  target: 'a.example',
  tool: null,
  folder: null,
  threadId: null,
  triggerId: null,
  workflowId: null,
  personId: OWNER_ID,
  createdAt: NOON,
  expiresAt: NOON + 1_000,
  revokedAt: null,
  ...given,
});

export const aSideCall = (given: Partial<SideCall> = {}): SideCall => ({
  sideCallId: ids.next(),
  purpose: 'extraction',
  threadId: null,
  runId: null,
  personId: OWNER_ID,
  model: 'scripted',
  provider: 'scripted',
  usage: noUsage,
  costUsd: 0,
  priceKnown: true,
  outcome: 'useful',
  error: null,
  createdAt: NOON,
  ...given,
});

/** A question that a call of this run has just asked. */
export const aPrompt = (run: Run, given: Partial<Prompt> = {}): Prompt => ({
  promptId: promptId(ids.next()),
  promptType: 'ask_user',
  secret: null,
  sessionId: run.sessionId,
  runId: run.runId,
  toolCallId: toolCallId(ids.next()),
  questions: [{ header: null, question: 'Which colour?', options: ['red', 'blue'] }],
  allowFreeText: true,
  state: 'pending',
  answer: null,
  createdAt: NOON,
  expiresAt: NOON + 24 * 60 * 60 * 1000,
  settledAt: null,
  ...given,
});

export const textEvent = (id: number, text: string): RunEvent => ({ id, type: 'text', data: { text } });

/** A thread with a session and a run in flight, committed. */
export async function begunRun(journal: Journal<Change>, idempotencyKey: string | null = null) {
  const thread = aThread();
  const session = aSession(thread.threadId);
  const run = aRun(session);
  await journal.commit([
    { change: 'thread.create', thread },
    { change: 'session.create', session },
    { change: 'run.start', run, idempotencyKey, bootId: null },
  ]);
  return { thread, session, run };
}

export const endOf = (
  run: RunId,
  given: Partial<Extract<Change, { change: 'run.end' }>> = {},
): Extract<Change, { change: 'run.end' }> => ({
  change: 'run.end',
  runId: run,
  status: 'completed',
  stopReason: 'end_turn',
  error: null,
  totals: { usage: noUsage, costUsd: 0, priceKnown: true, durationMs: 5 },
  waitMs: 0,
  endedAt: NOON + 5,
  ...given,
});
