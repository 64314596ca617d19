import { effect } from '@preact/signals';
import { refreshModel, refreshProblems } from '../app/model.ts';
import { place } from '../app/place.ts';
import { readTriggers, triggers } from '../automation/triggers.ts';
import { untilDue } from '../automation/until-due.ts';
import { conversation } from '../conversation/current.ts';
import { isAway } from '../engine/away.ts';
import { engine, type Thread } from '../engine/client.ts';
import { follow } from '../parts/follow.ts';
import { endedIn, readRunning, running } from '../running/running.ts';
import { readToolServers } from '../tool-servers/servers.ts';
import { readTriggerNotices } from '../waiting/notices.ts';
import { hasNewChanges, hasNewQuestions, refreshWaiting } from '../waiting/waiting.ts';
import { forgetDeleted, leaveDeleted } from './deleted.ts';
import { followThreads, type Told } from './one-stream.ts';
import { allBegan, readAll } from './read-all.ts';
import { putThread, threadOf, workMoved } from './thread-list.ts';

/** What runs may end without a word of a thread, as a backup does. */
const RUNNING_MS = 4_000;
/** So long the first word of the stream is waited for: a proxy between may hold it back. */
const FIRST_WORD_MS = 1_000;

/** Shows what other tabs, browsers and the terminal do to threads, and tells the engine which one is looked at. */
export function keepUpToDate(): void {
  followThreads(take);
  effect(() => {
    const { area, threadId } = place.value;
    if (area === 'conversation') see(threadOf(threadId));
  });
  document.addEventListener('visibilitychange', () => see(threadOf(place.value.threadId)));
  effect(() => {
    if (conversation.running.value === null) void afterRun(conversation.threadId.peek());
  });
  follow({
    read: readRunning,
    pauseMs: () => (running.peek().length > 0 ? RUNNING_MS : Infinity),
    shown: running,
    moved: workMoved,
    isBegun: true,
  });
  follow({
    read: async () => {
      // What was due may have begun without a word of a thread.
      await Promise.all([readTriggers(), readTriggerNotices(), readRunning()]);
    },
    pauseMs: () => untilDue(triggers.peek() ?? [], Date.now()),
    shown: triggers,
    moved: workMoved,
    isBegun: true,
  });
  // Once the stream has begun nothing is missed between its beginning and what is read: so everything is read once.
  setTimeout(() => void (allBegan() || readAll()), document.hidden ? 0 : FIRST_WORD_MS);
}

function take(event: Told): void {
  switch (event.type) {
    case 'ready':
      if (isAway.value) void Promise.all([refreshModel(), refreshProblems()]).catch(() => undefined);
      if (isAway.value && conversation.running.value === null) conversation.changes.value += 1;
      isAway.value = false;
      forgetDeleted();
      void readAll().then(workInBackground);
      return;
    case 'thread':
      // A run may have met a tool that has changed.
      if (threadOf(event.data.threadId)?.activeRunId && event.data.activeRunId === null)
        void readToolServers();
      putThread(event.data);
      if (event.data.activeRunId === null) endedIn(event.data.threadId);
      if (hasNewQuestions(event.data) || hasNewChanges(event.data)) void refreshWaiting();
      if (event.data.threadId === conversation.threadId.value) void compare(event.data);
      return;
    case 'thread_deleted':
      // The list may have been read without it before the stream tells.
      leaveDeleted(event.data.threadId, titleIfOpen(event.data.threadId));
      void refreshWaiting();
      return;
    case 'lost':
      isAway.value = true;
      return;
    case 'error':
      return;
  }
}

async function workInBackground(): Promise<void> {
  try {
    (await import('../app/background.ts')).workInBackground();
  } catch {
    // The engine has gone again: that is said above everything. It tells of itself once it is back.
  }
}

function titleIfOpen(threadId: string): string | undefined {
  const open = conversation.thread.peek();
  return open?.threadId === threadId ? open.title : undefined;
}

/** Told to the engine once for each piece of news. */
let seen = '';

function see(thread: Thread | undefined): void {
  if (!thread?.unread || document.hidden) return;
  const news = `${thread.threadId} ${thread.updatedAt} ${thread.pendingPrompt?.promptId ?? ''}`;
  if (news === seen) return;
  seen = news;
  engine['threads.seen']({ params: { id: thread.threadId } }).catch(() => (seen = ''));
}

/** The open thread as this page has drawn it. */
let drawn: Thread | null = null;
/** It is being read; what changes meanwhile is compared afterwards. */
let isOpening = false;
let waiting: Thread | null = null;

/** Draws the open thread anew when something was done to it that this page did not see as it happened. */
async function compare(now: Thread): Promise<void> {
  if (isOpening) {
    waiting = now;
    return;
  }
  const shown = conversation.thread.value;
  // A run that is followed tells everything itself.
  if (conversation.running.value !== null || shown?.threadId !== now.threadId) return;
  const known = drawn?.threadId === now.threadId ? drawn.messageCount : shown.messageCount;
  // Another version may have fewer, or as many.
  const isSame = now.activeRunId === null && [known, shown.messageCount].includes(now.messageCount);
  isOpening = true;
  let isOpened = false;
  try {
    if (!isSame || !(await endsAsShown(now.threadId))) {
      isOpened = true;
      await conversation.open(now.threadId);
    }
  } catch (error) {
    conversation.refused(now.threadId, error);
  } finally {
    isOpening = false;
  }
  if (!isOpened) note(now);
  const next = waiting;
  waiting = null;
  if (next && next.threadId === conversation.threadId.value) await compare(next);
}

/** Whether the last message of the thread is of a run that is drawn. Only what has versions can have another end of one length. */
async function endsAsShown(threadId: string): Promise<boolean> {
  const runs = conversation.runs.peek();
  if (runs.every(({ versions }) => versions.peek().length === 0)) return true;
  const query = { limit: 1, before: Number.MAX_SAFE_INTEGER };
  const { messages } = await engine['threads.messages']({ params: { id: threadId }, query });
  const last = messages.at(-1)?.runId ?? null;
  return last === null || runs.some(({ runId }) => runId.peek() === last);
}

/** What has changed beside its messages. */
function note(now: Thread): void {
  const shown = conversation.thread.value;
  if (conversation.running.value !== null || shown?.threadId !== now.threadId) return;
  if (
    now.pendingChangeset?.runId !== shown.pendingChangeset?.runId ||
    now.pendingChangeset?.fileCount !== shown.pendingChangeset?.fileCount
  )
    conversation.changes.value += 1;
  conversation.thread.value = { ...shown, ...now };
}

/** What a run that was followed here has added is drawn already. */
async function afterRun(threadId: string | null): Promise<void> {
  if (threadId === null || isOpening) return;
  isOpening = true;
  try {
    const now = await engine['threads.get']({ params: { id: threadId } });
    if (threadId === conversation.threadId.value) {
      // Its messages may be long, and are drawn already: who wrote the last one is all that is asked for.
      const { runs } = await engine['history.runs']({ query: { threadId, limit: 1 } });
      // A task of the queue may have been run to its end meanwhile.
      const isOfShown = runs.every(({ runId }) =>
        conversation.runs.value.some((run) => run.runId.value === runId),
      );
      if (isOfShown) drawn = now;
      waiting ??= now;
    }
  } catch (error) {
    conversation.refused(threadId, error);
  } finally {
    isOpening = false;
  }
  const next = waiting;
  waiting = null;
  if (next && next.threadId === conversation.threadId.value) await compare(next);
}
