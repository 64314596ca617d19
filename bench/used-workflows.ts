import { BY_OWNER, OWNER_ID } from './owner.ts';
import { join } from 'node:path';
import { openHistory } from '../src/adapters/out/sqlite/history/open.ts';
import type { HistoryChange as Change } from '../src/adapters/out/sqlite/history/parts.ts';
import { uuidIds } from '../src/adapters/out/system/uuid-ids.ts';
import { artifactId, shortId, workflowId, workflowRunId } from '../src/core/kernel/ids.ts';
import type { Step } from '../src/core/automation/workflows/model.ts';

const IN_ONE_COMMIT = 200;

/** Fills a data directory with as many saved workflows, each of which has run once, and as many artifacts. */
export async function useWorkflows(dataDir: string, count: number): Promise<void> {
  const history = openHistory(join(dataDir, 'history.db'));
  const now = Date.now();
  for (let from = 0; from < count; from += IN_ONE_COMMIT)
    await history.journal.commit(
      Array.from({ length: Math.min(IN_ONE_COMMIT, count - from) }, (_, index) =>
        used(from + index, now),
      ).flat(),
    );
  await history.close();
}

const steps: readonly Step[] = ['gather', 'compare', 'write'].map((stepId, at, all) => ({
  stepId,
  task: 'Look at what has come in, and write a short report about it. '.repeat(3),
  dependsOn: all.slice(Math.max(0, at - 1), at),
  tier: 'same',
  profile: null,
  tools: null,
  budgetUsd: 1,
  timeoutMs: null,
  onFailure: 'stop',
}));

function used(nth: number, now: number): readonly Change[] {
  const id = workflowId(shortId(uuidIds.next()));
  const runId = workflowRunId(shortId(uuidIds.next()));
  const name = `Workflow ${nth} that writes something`;
  const saved = { workflowId: id, name, steps, expectation: null, isOfAgent: false };
  const run = {
    ...saved,
    workflowRunId: runId,
    status: 'running' as const,
    outcome: null,
    error: null,
    stepCount: steps.length,
    stepsDone: steps.length,
    costUsd: 0.1,
    priceKnown: true,
    startedBy: BY_OWNER,
    startedAt: now - nth,
    endedAt: null,
    stoppedAt: null,
    parameters: {},
  };
  return [
    {
      change: 'workflow.add',
      workflow: {
        ...saved,
        description: null,
        parameters: [],
        permissions: { tools: [], hosts: [], folders: [] },
        personId: OWNER_ID,
        createdBy: 'owner',
        createdAt: now,
      },
    },
    { change: 'workflow-run.begin', run, idempotencyKey: null, baseline: null },
    {
      change: 'workflow-run.end',
      workflowRunId: runId,
      status: 'completed',
      outcome: 'unverified',
      error: null,
      at: now,
    },
    {
      change: 'artifact.version',
      artifact: {
        artifactId: artifactId(uuidIds.next()),
        personId: OWNER_ID,
        shared: false,
        title: `Report ${nth}`,
        type: 'markdown',
        description: 'What has come in, and what became of it',
        version: 1,
        sizeBytes: 2_000,
        threadId: null,
        runId: null,
        createdAt: now,
        updatedAt: now,
      },
      // Lists read no contents.
      contentHash: nth.toString(16).padStart(64, '0'),
    },
  ];
}
