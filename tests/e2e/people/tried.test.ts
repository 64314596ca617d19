import { expect } from '@jest/globals';
import { hangUntilAbort, text, type Step } from '../../doubles/scripted-model.ts';
import { verifies } from '../../spec/verifies.ts';
import { houseOfThree, type House, type Inhabitant } from './house.ts';

const of = (id: string) => ({ params: { id } });

async function begun(
  house: House,
  { client }: Inhabitant,
  turns: readonly (readonly Step[])[] = [[text('done')]],
  thread: { readonly threadId?: string } = {},
) {
  house.runs.push(turns);
  const { sessionId, threadId } = await client['sessions.create']({ body: thread });
  const started = await client['runs.start']({ ...of(sessionId), body: { task: 'Say something of it' } });
  return { sessionId, threadId, runId: started.runId ?? '', events: started.events };
}

async function ran(...given: Parameters<typeof begun>) {
  const { events, ...run } = await begun(...given);
  for await (const _ of events);
  return run;
}

async function handed(from: Inhabitant, to: Inhabitant, threadId: string) {
  const offer = { ...of(threadId), body: { to: to.personId } };
  const { handoverId } = await from.client['threads.handOver'](offer);
  await to.client['handovers.accept'](of(handoverId));
}

/** What the last model was told of how to work. */
const told = ({ models }: House): string => models.at(-1)?.requests[0]?.system ?? '';

verifies(
  'people.handover',
  'no word of who had a thread instructs the agent of whom it is handed to, and what waits in it waits',
  async () => {
    const house = await houseOfThree();
    const { ann, owner } = house;
    const { threadId } = await ran(house, ann);
    const instructions = `${ann.mark} says what to do`;
    await ann.client['threads.set']({ ...of(threadId), body: { instructions } });
    const { sessionId } = await begun(house, ann, [[hangUntilAbort()]], { threadId });
    expect(told(house)).toContain(ann.mark);
    await ann.client['queue.add']({ ...of(threadId), body: { task: 'Delete everything' } });
    await ann.client['runs.abort']({ ...of(sessionId), body: {} });
    while ((await ann.client['threads.get'](of(threadId))).activeRunId !== null)
      await new Promise(setImmediate);

    await handed(ann, owner, threadId);
    expect((await owner.client['threads.get'](of(threadId))).instructions).toBeNull();
    const waiting = { held: true, reason: 'handed_over', tasks: [{ task: 'Delete everything' }] };
    expect(await owner.client['queue.get'](of(threadId))).toMatchObject(waiting);
    await ran(house, owner, [[text('done')]], { threadId });
    expect(told(house)).not.toContain(ann.mark);
    expect(await owner.client['queue.get'](of(threadId))).toMatchObject(waiting);
  },
);

verifies('people.removal', 'nor of whom is removed', async () => {
  const house = await houseOfThree();
  const { ann, ben, owner } = house;
  const { threadId } = await ran(house, ann);
  await ann.client['threads.set']({ ...of(threadId), body: { instructions: `${ann.mark} says what to do` } });
  await ann.client['me.handover']({ body: { to: ben.personId } });
  await owner.client['people.remove']({ ...of(ann.personId), body: { handover: { to: ben.personId } } });
  expect((await ben.client['threads.get'](of(threadId))).instructions).toBeNull();
  await ran(house, ben, [[text('done')]], { threadId });
  expect(told(house)).not.toContain(ann.mark);
});
