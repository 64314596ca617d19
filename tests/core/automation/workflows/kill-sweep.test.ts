// The process dies at each commit of a run with a failure and a retry.
import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { BY_OWNER } from '../../../doubles/people.ts';
import { expect } from '@jest/globals';
import { step, World, workflowsOver } from '../../../harness/workflows.ts';
import { verifies } from '../../../spec/verifies.ts';
import { stride } from '../../../harness/thinned.ts';

type Core = ReturnType<typeof workflowsOver>;

const DRAFT = {
  name: 'W',
  steps: [
    step('a'),
    step('b', ['a']),
    step('c', ['b'], { onFailure: 'continue' as const }),
    step('d', ['c']),
  ],
};
/** The first time c fails; the retry succeeds. */
const FAILING = { a: 'acts', b: 'acts', c: 'acts, then fails', d: 'acts' } as const;
const MENDED = { ...FAILING, c: 'acts' } as const;

/** Lets a process work until `isOver`, or until it has died; answers truly what was cut off. */
async function worked(core: Core, world: World, isOver: () => Promise<boolean>): Promise<'died' | 'over'> {
  for (;;) {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    if (core.isDead()) return 'died';
    if (await isOver()) return 'over';
    for (const { prompt } of (await core.prompts.waiting(EVERYONE, { limit: 50, after: null })).items) {
      const name = /"step":\s*"(\w)"/u.exec(prompt.questions[0]?.question ?? '')?.[1] ?? '';
      const times = world.effects.filter((one) => one === name).length;
      const answer =
        times >= expectedOf(name, world.attempt) ? 'It has happened' : 'It has not happened: do it now';
      await core.prompts
        .reply(EVERYONE, prompt.sessionId, { promptId: prompt.promptId, answer })
        .catch(() => undefined);
    }
    await core.clock.advance(100);
  }
}

/** How often a step has acted by then, if its call was carried out: c acts in both attempts. */
const expectedOf = (name: string, attempt: number): number => (name === 'c' ? attempt : 1);

/** @returns whether it has died on the way */
async function sweptAt(diesAt: number): Promise<boolean> {
  const world = new World();
  const first = workflowsOver({ world, plays: FAILING });
  const { workflowId } = await first.workflowDefinitions.save(DRAFT, BY_OWNER);
  const { history } = first;
  let wasKilled = false;
  let nth = 1;
  let core = workflowsOver({ world, plays: FAILING, history, firstId: 100_000, diesAt: diesAt + 1 });
  const started = core.workflows.start(workflowId, { parameters: {}, startedBy: BY_OWNER });
  const { workflowRunId } = await started;
  const statusOf = async () => (await history.workflows.run(EVERYONE, workflowRunId))?.status;
  const restarted = async (plays: typeof FAILING | typeof MENDED) => {
    wasKilled = true;
    nth += 1;
    core = workflowsOver({ world, plays, history, firstId: nth * 100_000 });
    await core.goOn();
  };
  if ((await worked(core, world, async () => (await statusOf()) !== 'running')) === 'died')
    await restarted(FAILING);
  await worked(core, world, async () => (await statusOf()) !== 'running');
  expect(await statusOf()).toBe('partial');
  expect(world.effects).toEqual(['a', 'b', 'c', 'd']);

  world.attempt = 2;
  const left = wasKilled ? Infinity : Math.max(1, diesAt + 1 - core.commits());
  nth += 1;
  core = workflowsOver({ world, plays: MENDED, history, firstId: nth * 100_000, diesAt: left });
  const retried = core.workflows.retry(EVERYONE, workflowRunId);
  retried.catch(() => undefined);
  const steps = async () => await history.workflows.steps(workflowRunId);
  const isDone = async () => (await statusOf()) === 'completed';
  if ((await worked(core, world, isDone)) === 'died') {
    await restarted(MENDED);
    // It died before the retry was on disk.
    if ((await statusOf()) !== 'running' && !(await isDone()))
      await core.workflows.retry(EVERYONE, workflowRunId);
    await worked(core, world, isDone);
  }
  expect(world.effects).toEqual(['a', 'b', 'c', 'd', 'c']);
  expect((await steps()).map(({ status, result }) => [status, result])).toEqual(
    ['a', 'b', 'c', 'd'].map((name) => ['completed', `done ${name}`]),
  );
  return wasKilled;
}

verifies(
  'workflows.kill',
  'a kill at any commit changes nothing of the result, and repeats no effect',
  async () => {
    let killed = 0;
    for (let diesAt = 1; diesAt < 200; diesAt += stride(3)) {
      if (!(await sweptAt(diesAt))) break;
      killed = diesAt;
    }
    // Every commit of the two attempts.
    expect(killed).toBeGreaterThan(30);
    expect(killed).toBeLessThan(199);
  },
);
