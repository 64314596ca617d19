import type { RunId, ThreadId } from '../kernel/ids.ts';
import { runLimits } from './limits.ts';
import { isJournalConflict, type Journal } from '../ports/journal.ts';
import type { RunWrite } from './changes.ts';
import { noUsage, type Model } from '../ports/model.ts';
import { refuse as refuseSession } from '../sessions/errors.ts';
import type { Session } from '../sessions/model.ts';
import { titleFrom } from '../threads/model.ts';
import { endingOf, type EndingDeps } from './ending.ts';
import { refuse } from './errors.ts';
import type { LiveRun, RunRequest } from './live-runs.ts';
import { INTERRUPTED, type Run } from './model.ts';

export interface StartDeps extends EndingDeps {
  readonly journal: Journal<RunWrite>;
}

export function newRun({ runId, request }: LiveRun, session: Session, model: Model, createdAt: number): Run {
  return {
    runId,
    sessionId: session.sessionId,
    threadId: session.threadId,
    task: request.task,
    status: 'running',
    stopReason: null,
    model: model.id,
    provider: model.provider,
    profile: request.profile,
    usage: noUsage,
    costUsd: 0,
    toolCallCount: 0,
    durationMs: 0,
    waitMs: 0,
    startedBy: request.startedBy,
    createdAt,
    endedAt: null,
    error: null,
  };
}

/** @throws Refusal idempotency_mismatch when the key was used for something else */
export function sameRun(runId: RunId, first: Pick<RunRequest, 'task' | 'profile'>, again: RunRequest): RunId {
  if (first.task !== again.task || first.profile !== again.profile)
    throw refuse.idempotency_mismatch({ runId });
  return runId;
}

/** Writes that the run has begun, with its task; when this resolves both are on disk. @throws Refusal session_not_found */
export async function commitStart(
  run: Run,
  threadId: ThreadId,
  idempotencyKey: string | null,
  deps: StartDeps,
): Promise<void> {
  const content = [{ type: 'text' as const, text: run.task }];
  const { runId, createdAt } = run;
  const before = createdAt - runLimits.idempotencyMs;
  const changes: readonly RunWrite[] = [
    ...(idempotencyKey === null ? [] : [{ change: 'idempotency.forget', before } as const]),
    { change: 'run.start', run, idempotencyKey },
    { change: 'message.append', message: { threadId, runId, role: 'user', content, createdAt } },
    { change: 'thread.name', threadId, title: titleFrom(run.task) },
  ];
  for (let stale: Run | null = null; ;) {
    try {
      const ending = stale ? await endingOf(stale, INTERRUPTED, deps) : [];
      return await deps.journal.commit([...ending, ...changes]);
    } catch (error) {
      if (!isJournalConflict(error)) throw error;
      // A run whose end could not be written (the disk was full) still holds the thread: end it now.
      const left = await deps.runs.liveInThread(threadId);
      const found: Run | null = left === null ? null : await deps.runs.get(left);
      if (!found) throw refuseSession.session_not_found();
      if (found.runId === stale?.runId) throw error;
      stale = found;
    }
  }
}
