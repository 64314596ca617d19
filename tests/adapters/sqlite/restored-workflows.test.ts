// What goes on after a restart does not after a restore: it may have been done since the backup.
import { EVERYONE } from '../../../src/core/trust/people/model.ts';
import { BY_OWNER } from '../../doubles/people.ts';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { openHistory } from '../../../src/adapters/out/sqlite/history/open.ts';
import { settleDatabase } from '../../../src/adapters/out/sqlite/export/settle.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { step, World, workflowsOver } from '../../harness/workflows.ts';
import { verifies } from '../../spec/verifies.ts';

verifies(
  'workflows.restored',
  'a workflow and its step end as interrupted, and a retry does what is missing',
  async () => {
    const file = join(temporaryDir(), 'history.db');
    const world = new World();
    const plays = { a: 'acts', b: 'acts' } as const;
    const before = workflowsOver({
      world,
      plays,
      history: openHistory(file),
      holds: { b: new Promise(() => undefined) },
    });
    const { workflowId } = await before.workflowDefinitions.save(
      { name: 'W', steps: [step('a'), step('b', ['a']), step('c', ['b'])] },
      BY_OWNER,
    );
    const { workflowRunId } = await before.workflows.start(workflowId, {
      parameters: {},
      startedBy: BY_OWNER,
    });
    while ((await before.workflows.steps(EVERYONE, workflowRunId))[1]?.status !== 'running')
      await new Promise(setImmediate);
    await before.clock.advance(100);
    await before.history.close();

    const staged = { name: 'history.db', file, at: Date.UTC(2026, 0, 2), from: 'own backup' } as const;
    expect(await settleDatabase(staged, () => undefined)).toEqual({ unusable: null, told: [] });
    const next = workflowsOver({ world, plays, history: openHistory(file), firstId: 10_000 });
    await next.goOn();
    expect(await next.workflows.run(EVERYONE, workflowRunId)).toMatchObject({
      status: 'interrupted',
      stepsDone: 3,
      error: { code: 'restored' },
    });
    const steps = await next.workflows.steps(EVERYONE, workflowRunId);
    expect(steps.map(({ status }) => status)).toEqual(['completed', 'failed', 'skipped']);
    expect(await next.runs.get(EVERYONE, steps[1]?.runId as never)).toMatchObject({ status: 'interrupted' });
    expect(world.effects).toEqual(['a']);
    await next.workflows.retry(EVERYONE, workflowRunId);
    await next.workflows.ended(workflowRunId);
    expect(await next.workflows.run(EVERYONE, workflowRunId)).toMatchObject({ status: 'completed' });
    expect(world.effects).toEqual(['a', 'b']);
    await next.close();
  },
);
