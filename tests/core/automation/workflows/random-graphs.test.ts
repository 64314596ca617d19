// Any graph of steps, any failures, and a process that dies at any commits: the result is that of an undisturbed run.
import { EVERYONE } from '../../../../src/core/trust/people/model.ts';
import { BY_OWNER } from '../../../doubles/people.ts';
import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { StepPlay } from '../../../doubles/step-model.ts';
import { step, World, workflowsOver, type Ended, type WorkflowsOptions } from '../../../harness/workflows.ts';
import { verifies } from '../../../spec/verifies.ts';
import { tries } from '../../../harness/thinned.ts';

const PLAYS: readonly StepPlay[] = ['answers', 'acts', 'fails', 'acts, then fails'];
const ON_FAILURE = ['stop', 'skip', 'continue'] as const;

/** Whether it ends the run: how far a step beside it gets depends on the moment, so none is. */
const stops = (at: { readonly play: StepPlay; readonly onFailure: string } | undefined): boolean =>
  at !== undefined && at.onFailure === 'stop' && at.play.includes('fails');

/** Steps that need only steps before them, in any order. */
const graphs = fc
  .array(
    fc.record({
      needs: fc.array(fc.nat({ max: 5 }), { maxLength: 3 }),
      play: fc.constantFrom(...PLAYS),
      onFailure: fc.constantFrom(...ON_FAILURE),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) => ({
    draft: {
      name: 'W',
      steps: all.map(({ needs, onFailure }, index) => {
        const isAlone = stops(all[index]);
        const before = all
          .keys()
          .filter((at) => at < index && (isAlone || needs.includes(at) || stops(all[at])));
        return step(
          `s${index}`,
          [...before].map((at) => `s${at}`),
          { onFailure },
        );
      }),
    },
    plays: Object.fromEntries(all.map(({ play }, index) => [`s${index}`, play])),
  }));

const shown = ({ run, steps }: Ended) => ({
  status: run.status,
  // Which of several failures is named first depends on nothing else.
  steps: steps.map(({ stepId, status, result, error, attempt }) => ({
    stepId,
    status,
    result,
    code: error?.code,
    attempt,
  })),
});

/** Answers questions about calls that were cut off, truly. */
async function answered(core: ReturnType<typeof workflowsOver>, world: World): Promise<void> {
  const { items } = await core.prompts.waiting(EVERYONE, { limit: 50, after: null });
  for (const { prompt } of items) {
    const name = /"step":\s*"(s\d)"/u.exec(prompt.questions[0]?.question ?? '')?.[1] ?? '';
    const answer = world.effects.includes(name) ? 'It has happened' : 'It has not happened: do it now';
    await core.prompts
      .reply(EVERYONE, prompt.sessionId, { promptId: prompt.promptId, answer })
      .catch(() => undefined);
  }
}

/** Lets a process work until it has ended the run, or died. */
async function worked(core: ReturnType<typeof workflowsOver>, world: World, isEnded: () => Promise<boolean>) {
  for (;;) {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    if (core.isDead()) return 'died' as const;
    if (await isEnded()) return 'ended' as const;
    // It may die of writing the answer down, which then never comes.
    await Promise.race([answered(core, world), core.died]);
    await Promise.race([core.clock.advance(100), core.died]);
  }
}

async function disturbed(
  {
    draft,
    plays,
  }: {
    readonly draft: Parameters<ReturnType<typeof workflowsOver>['toEnd']>[0];
    readonly plays: NonNullable<WorkflowsOptions['plays']>;
  },
  deaths: readonly number[],
): Promise<{ readonly ended: Ended; readonly world: World }> {
  const world = new World();
  let core = workflowsOver({ world, plays });
  const { workflowId } = await core.workflowDefinitions.save(draft, BY_OWNER);
  const { history } = core;
  const remaining = [...deaths];
  let nth = 1;
  core = workflowsOver({
    world,
    plays,
    history,
    firstId: nth * 100_000,
    diesAt: 1 + (remaining.shift() ?? Infinity),
  });
  const { workflowRunId } = await core.workflows.start(workflowId, { parameters: {}, startedBy: BY_OWNER });
  for (;;) {
    const at = core;
    const isEnded = async () => (await at.workflows.run(EVERYONE, workflowRunId)).status !== 'running';
    if ((await worked(core, world, isEnded)) === 'ended') {
      await core.workflows.ended(workflowRunId);
      return {
        ended: {
          run: await core.workflows.run(EVERYONE, workflowRunId),
          steps: await core.workflows.steps(EVERYONE, workflowRunId),
        },
        world,
      };
    }
    nth += 1;
    core = workflowsOver({
      world,
      plays,
      history,
      firstId: nth * 100_000,
      diesAt: remaining.shift() ?? Infinity,
    });
    // It may die of its first commits already.
    void core.goOn();
  }
}

verifies(
  'workflows.kill',
  'the result is that of an undisturbed run, and each effect happened once',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        graphs,
        fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 3 }),
        async (graph, deaths) => {
          const calm = workflowsOver({ plays: graph.plays });
          const expected = shown(await calm.toEnd(graph.draft));
          const { ended, world } = await disturbed(graph, deaths);
          expect(shown(ended)).toEqual(expected);
          expect([...world.effects].toSorted()).toEqual([...calm.world.effects].toSorted());
        },
      ),
      { numRuns: Number(process.env['GRAPHS'] ?? tries(25)), endOnFailure: true, timeout: 10_000 },
    );
  },
);
