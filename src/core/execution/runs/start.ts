import type { Past } from '../../instance/expiry/model.ts';
import type { RunId, ThreadId } from '../../kernel/ids.ts';
import type { RunWrite } from './store.ts';
import { noUsage, type Model } from '../../ports/model.ts';
import {
  agentsTaskNote,
  modelsMaterialNote,
  titleFrom,
  type Attachment,
} from '../../conversation/threads/model.ts';
import { refuse } from './errors.ts';
import type { LiveRun } from './live-runs.ts';
import type { RunRequest } from './request.ts';
import type { GivenToRun, Run } from './model.ts';
import { resumptionOf } from './resume/resumption.ts';

export function newRun(
  { runId, sessionId, threadId, request, goneProfile }: LiveRun,
  attachments: readonly Attachment[],
  model: Model,
  createdAt: number,
): Run {
  return {
    runId,
    sessionId,
    threadId,
    task: request.task,
    status: 'running',
    stopReason: null,
    model: model.id,
    provider: model.provider,
    profile: goneProfile === null ? request.profile : null,
    usage: noUsage,
    costUsd: 0,
    priceKnown: true,
    toolCallCount: 0,
    durationMs: 0,
    waitMs: 0,
    startedBy: request.startedBy,
    replayOf: request.replay?.of ?? null,
    attachments,
    createdAt,
    endedAt: null,
    error: null,
  };
}

/** @throws Refusal idempotency_mismatch when the key was used for something else */
export function sameRun(
  runId: RunId,
  first: Pick<RunRequest, 'task' | 'profile' | 'attachments'>,
  repeat: RunRequest,
): RunId {
  const isSame =
    first.task === repeat.task &&
    // The profile of its thread is not asked for: it may have gone, or come back, since.
    (repeat.isThreadsProfile === true || first.profile === repeat.profile) &&
    pathsIn(first) === pathsIn(repeat);
  if (!isSame) throw refuse.idempotency_mismatch({ runId });
  return runId;
}

/** Which files, not what they held: a repeat counts also when one has changed since. */
const pathsIn = ({ attachments = [] }: Pick<RunRequest, 'attachments'>): string =>
  JSON.stringify([...new Set(attachments)]);

/** What a stored run was asked. */
export const requestOf = ({ task, profile, attachments }: Run) => ({
  task,
  profile,
  attachments: attachments.map(({ path }) => path),
});

/** The changes that start a run, its task included. @param past keys that are so old are forgotten */
export function startChanges(
  run: Run,
  threadId: ThreadId,
  request: RunRequest,
  {
    bootId,
    past,
    given,
    version,
  }: {
    readonly bootId: string;
    readonly past: Past;
    readonly given: GivenToRun;
    /** What makes its task another version of an earlier one; null if it goes on from what is shown. */
    readonly version: RunWrite | null;
  },
): readonly RunWrite[] {
  const { idempotencyKey, fromQueue, material, modelsMaterial, background } = request;
  const content = [
    { type: 'text' as const, text: run.task },
    ...(background?.isTaskOfAgent === true ? [agentsTaskNote] : []),
    ...(material === undefined ? [] : [{ type: 'text' as const, text: material }]),
    ...run.attachments.map((attachment) => ({ type: 'attachment' as const, ...attachment })),
    ...(modelsMaterial === undefined
      ? []
      : [modelsMaterialNote, { type: 'text' as const, text: modelsMaterial }]),
  ];
  const { runId, createdAt } = run;
  // Its task is in the thread already, and a replay adds nothing there.
  if (request.replay) return [{ change: 'run.start', run, idempotencyKey: null, bootId, ...given }];
  return [
    ...(idempotencyKey === null ? [] : [{ change: 'idempotency.forget', past } as const]),
    {
      change: 'run.start',
      run,
      idempotencyKey,
      bootId,
      ...given,
      resumption: resumptionOf(request),
      ...(fromQueue === undefined ? {} : { fromQueue }),
    },
    ...(version === null ? [] : [version]),
    { change: 'message.append', message: { threadId, runId, role: 'user', content, createdAt } },
    { change: 'thread.name', threadId, title: titleFrom(run.task) },
    ...(background?.alongside ?? []),
    // A task from the queue starts by itself, when its owner may not have seen what came before.
    ...(run.startedBy.kind === 'person' && fromQueue === undefined && background === undefined
      ? [{ change: 'thread.seen', threadId } as const]
      : []),
  ];
}
