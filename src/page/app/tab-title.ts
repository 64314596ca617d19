import type { Thread } from '../engine/client.ts';
import { shownTitle } from '../threads/title.ts';
import { threadWords } from '#words/threads.ts';

/** What a thread is doing, or wants, in one word or two; empty when nothing. The most urgent counts. */
export function stateOf(
  {
    pendingPrompt,
    activeRunId,
    pendingChangeset,
    unread,
    archived,
  }: Pick<Thread, 'pendingPrompt' | 'activeRunId' | 'pendingChangeset' | 'unread' | 'archived'>,
  /** While the engine is away, nothing runs or waits that one could know of. */
  isAway = false,
): {
  readonly name: 'waiting' | 'running' | 'changes' | 'unread' | 'archived' | 'none';
  readonly text: string;
} {
  const said = threadWords;
  if (pendingPrompt && !isAway) return { name: 'waiting', text: said.isWaiting };
  if (activeRunId && !isAway) return { name: 'running', text: said.isRunning };
  if (pendingChangeset) return { name: 'changes', text: said.hasChanges };
  if (unread) return { name: 'unread', text: said.isUnread };
  return archived ? { name: 'archived', text: said.archived } : { name: 'none', text: '' };
}

/**
 * The title of the tab: how many things wait for the person, what the open thread does, and its name.
 * @param thing the name of what is open in the area
 */
export function tabTitle(
  waiting: number,
  open: Thread | undefined,
  area: string,
  isAway = false,
  thing = '',
): string {
  const count = waiting === 0 ? '' : `(${waiting}) `;
  const state = open === undefined ? '' : stateOf(open, isAway).text;
  const name = open === undefined ? [thing, area].filter(Boolean).join(' · ') : shownTitle(open.title);
  const what = [state === '' ? '' : `[${state}]`, name].filter((part) => part !== '').join(' ');
  return what === '' ? `${count}svc` : `${count}${what} · svc`;
}
