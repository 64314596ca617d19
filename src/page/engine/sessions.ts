import { engine } from './client.ts';

const keyOf = (threadId: string): string => `svc.session.${threadId}`;

/**
 * The session in which this browser runs tasks of a thread, made where there is none; null makes a new thread.
 * @param isNew the stored one is gone from the engine
 * @param assistant the id of the one that a new thread begins with
 */
export async function sessionOf(
  threadId: string | null,
  signal: AbortSignal,
  { isNew = false, assistant = null }: { isNew?: boolean; assistant?: string | null } = {},
): Promise<{ readonly sessionId: string; readonly threadId: string }> {
  const known = threadId === null || isNew ? null : localStorage.getItem(keyOf(threadId));
  if (threadId !== null && known !== null) return { sessionId: known, threadId };
  const session = await engine['sessions.create']({
    body: { ...(threadId === null ? {} : { threadId }), ...(assistant === null ? {} : { assistant }) },
    signal,
  });
  localStorage.setItem(keyOf(session.threadId), session.sessionId);
  return session;
}
