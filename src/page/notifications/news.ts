import type { Thread } from '../engine/client.ts';

/** What of a thread a person wants to hear of while the page is not looked at. */
export interface ThreadNews {
  readonly kind: 'question' | 'ended';
  readonly threadId: string;
  readonly title: string;
}

type Known = Pick<Thread, 'threadId' | 'title' | 'activeRunId' | 'pendingPrompt'>;

/** What is new between two readings. A thread that was not known before may have been older, so it has no news. */
export function newsOf(before: ReadonlyMap<string, Known>, now: readonly Known[]): readonly ThreadNews[] {
  return now.flatMap((thread): readonly ThreadNews[] => {
    const { threadId, title, pendingPrompt, activeRunId } = thread;
    const known = before.get(threadId);
    if (!known || known === thread) return [];
    const isAsking = pendingPrompt !== null && pendingPrompt.promptId !== known.pendingPrompt?.promptId;
    if (isAsking) return [{ kind: 'question', threadId, title }];
    const hasEnded = known.activeRunId !== null && activeRunId === null && pendingPrompt === null;
    return hasEnded ? [{ kind: 'ended', threadId, title }] : [];
  });
}
