import { expect } from '@jest/globals';
import type { Journal } from '../../../src/core/ports/journal.ts';
import type { Change } from '../../../src/core/features.ts';
import { runId as asRunId, sessionId as asSessionId, type PersonId } from '../../../src/core/kernel/ids.ts';
import { byPerson, EVERYONE } from '../../../src/core/trust/people/model.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { hangUntilAbort } from '../../doubles/scripted-model.ts';
import { afterwards } from '../../harness/afterwards.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal, refuses } from '../http/problems.ts';
import { houseOfThree, type Inhabitant } from './house.ts';

const CONFIRM = { body: { confirm: 'DELETE_MY_DATA' } };
const ERASING = { status: 409, code: 'own_erasure_running' };

/** A journal of which the first commit of a kind waits. */
function holding(isHeld: (changes: readonly Change[]) => boolean) {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const journal = (inner: Journal<Change>): Journal<Change> => ({
    commit: async (changes) => {
      if (isHeld(changes)) {
        reached.resolve();
        await released.promise;
      }
      await inner.commit(changes);
    },
  });
  return { journal, reached: reached.promise, release: () => released.resolve() };
}

const erases = (changes: readonly Change[]) => changes.some(({ change }) => change === 'belongings.erased');
const ends = (changes: readonly Change[]) => changes.some(({ change }) => change === 'run.end');

/** Something of each kind that can be begun, and what is refused of it. */
async function begins({ client }: Inhabitant, sessionId: string, threadId: string) {
  const of = (id: string) => ({ params: { id } });
  const bytes = new TextEncoder().encode('new');
  const asked: Readonly<Record<string, () => Promise<unknown>>> = {
    session: () => client['sessions.create']({ body: {} }),
    run: () => client['runs.start']({ ...of(sessionId), body: { task: 'go' } }),
    queued: () => client['queue.add']({ ...of(threadId), body: { task: 'go' } }),
    attachment: () => client['attachments.upload']({ query: { name: 'a.txt' }, body: bytes }),
    upload: () => client['files.upload']({ query: { name: 'a.txt' }, body: bytes }),
    file: () => client['files.save']({ query: { path: 'a.txt' }, body: { text: 'new', revision: null } }),
    task: () => client['tasks.create']({ body: { title: 'new' } }),
    trigger: () => client['triggers.create']({ body: { title: 'new', schedule: '0 3 * * *', task: 'new' } }),
    workflow: () =>
      client['workflows.save']({ body: { name: 'new', steps: [{ stepId: 'one', task: 'new' }] } }),
    artifact: () => client['artifacts.save']({ body: { title: 'new', type: 'markdown', content: 'new' } }),
    assistant: () => client['assistants.add']({ body: { name: 'new', instructions: 'new' } }),
    memory: () => client['memory.append']({ params: { ns: 'knowledge' }, body: { text: 'new' } }),
    consent: () => client['consents.allow']({ body: { class: 'send_outside', target: 'new.example.org' } }),
    secret: () => client['secrets.put']({ params: { name: 'NEW' }, body: { value: 'new-4711-xyz' } }),
    batch: () =>
      client['batches.submit']({ body: { principal: 'http', requests: [{ id: 'a', task: 'new' }] } }),
    hosted: () =>
      client['toolServer.start']({
        body: { principal: 'http', task: 'new', waits: 'poll', canAsk: false, stateDir: null, client: null },
      }),
  };
  const told: [string, unknown][] = [];
  for (const [kind, ask] of Object.entries(asked)) {
    const { status, code } = await refusal(ask());
    told.push([kind, { status, code }]);
  }
  return { told, all: Object.keys(asked).map((kind) => [kind, ERASING]) };
}

verifies(
  'people.own-erasure.meanwhile',
  'whatever one begins while what is theirs is erased is refused; they may look and delete, and others work on',
  async () => {
    const held = holding(erases);
    const { engine, ann, ben, owner, runs } = await houseOfThree({ journal: held.journal });
    afterwards(held.release);
    const { services } = engine.engine;
    const { sessionId, threadId } = await ann.client['sessions.create']({ body: {} });
    const { workflowId } = await ann.client['workflows.save']({
      body: { name: 'steps', steps: [{ stepId: 'one', task: 'step' }] },
    });
    runs.push([[hangUntilAbort()]]);
    const { runId, events } = await ann.client['runs.start']({
      params: { id: sessionId },
      body: { task: 'go' },
    });
    const erasing = ann.client['me.erase'](CONFIRM);
    for await (const _ of events);
    expect(await services.runs.get(EVERYONE, asRunId(runId ?? ''))).toMatchObject({
      status: 'aborted',
      error: { code: 'own_erasure_running' },
    });
    await held.reached;

    const { told, all } = await begins(ann, sessionId, threadId);
    expect(told).toEqual(all);
    // What passed that door a moment before is refused where the work would begin.
    const startedBy = byPerson(ann.personId as PersonId);
    const late = { task: 'go', profile: null, idempotencyKey: null, startedBy };
    await expect(services.runs.start(asSessionId(sessionId), late)).rejects.toMatchObject(CODE);
    await expect(services.workflows.start(workflowId, { parameters: {}, startedBy })).rejects.toMatchObject(
      CODE,
    );
    await expect(
      services.batches.submit({ person: ann.personId, principal: 'http' } as never, [{ id: 'a', task: 'b' }]),
    ).rejects.toMatchObject(CODE);
    await refuses(ann.client['me.erase'](CONFIRM), { status: 409, code: 'erasure_in_progress' });
    expect((await ann.client['me.get']()).personId).toBe(ann.personId);
    const { sessions } = await ann.client['me.sessions']();
    await ann.client['me.endSession']({ params: { id: sessions[0]?.sessionId ?? '' } });
    await ben.client['tasks.create']({ body: { title: 'new' } });
    await owner.client['people.set']({ params: { id: ben.personId }, body: { dailyLimitUsd: 2 } });

    held.release();
    expect((await erasing).deleted).toBe(true);
    await ann.client['tasks.create']({ body: { title: 'new' } });
  },
);

const CODE = { code: 'own_erasure_running' };

verifies(
  'people.own-erasure.meanwhile',
  'while work of theirs does not stop nothing is erased, and they go on; once it has ended, it is',
  async () => {
    const clock = new ManualClock();
    const held = holding(ends);
    const { ann, runs } = await houseOfThree({ journal: held.journal, platform: { clock } });
    afterwards(held.release);
    const { sessionId } = await ann.client['sessions.create']({ body: {} });
    await ann.client['memory.append']({ params: { ns: 'knowledge' }, body: { text: 'pears' } });
    runs.push([[hangUntilAbort()]]);
    await ann.client['runs.start']({ params: { id: sessionId }, body: { task: 'go' } });
    let isOver = false;
    const refused = refusal(ann.client['me.erase'](CONFIRM)).finally(() => (isOver = true));
    await held.reached;
    while (!isOver) await clock.advance(1_000);
    expect(await refused).toMatchObject({ status: 409, code: 'runs_did_not_stop' });
    expect(
      (await ann.client['memory.read']({ params: { ns: 'knowledge' }, query: {} })).entries,
    ).toHaveLength(1);
    // The mark of it is gone, too: they work on.
    await ann.client['tasks.create']({ body: { title: 'new' } });
    held.release();
    const erasing = ann.client['me.erase'](CONFIRM);
    isOver = false;
    void erasing.finally(() => (isOver = true));
    while (!isOver) await clock.advance(1_000);
    expect((await erasing).counts).toMatchObject({ memories: 1, threads: 1, tasks: 1 });
  },
);
