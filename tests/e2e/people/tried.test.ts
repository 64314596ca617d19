import { expect } from '@jest/globals';
import { hangUntilAbort, text, type Step } from '../../doubles/scripted-model.ts';
import type { DeletedFileChange } from '../../../src/core/workspace/deleted-files/store.ts';
import { deletedFileLimits } from '../../../src/core/workspace/deleted-files/limits.ts';
import { databaseTokens, processTokens } from '../../../src/main/tokens.ts';
import { deletedFileId } from '../../../src/core/kernel/ids.ts';
import type { ProblemError } from '../../../src/contract/client.ts';
import { startGoodToolServer } from '../../servers/tool-servers/good.ts';
import { closing, connectedTo } from '../tool-servers/engine-with.ts';
import { shareOfMember } from '../../../src/core/trust/people/limits.ts';
import { extractionLimits, runLimits } from '../../../src/core/execution/runs/limits.ts';
import { eventually } from '../boot/eventually.ts';
import { refuses } from '../http/problems.ts';
import { verifies } from '../../spec/verifies.ts';
import { houseOfThree, type House, type Inhabitant } from './house.ts';

const of = (id: string) => ({ params: { id } });

async function begun(
  house: House,
  { client }: Inhabitant,
  turns: readonly (readonly Step[])[] = [[text('done')]],
  { task = 'Say something of it', ...thread }: { readonly threadId?: string; readonly task?: string } = {},
) {
  house.runs.push(turns);
  const { sessionId, threadId } = await client['sessions.create']({ body: thread });
  const started = await client['runs.start']({ ...of(sessionId), body: { task } });
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
    const { sessionId, events } = await begun(house, ann, [[hangUntilAbort()]], { threadId });
    await eventually('the agent is told', () => told(house).includes(ann.mark));
    await ann.client['queue.add']({ ...of(threadId), body: { task: 'Delete everything' } });
    await ann.client['runs.abort']({ ...of(sessionId), body: {} });
    for await (const _ of events);

    await handed(ann, owner, threadId);
    expect((await owner.client['threads.get'](of(threadId))).instructions).toBeNull();
    const waiting = { held: true, reason: 'handed_over', tasks: [{ task: 'Delete everything' }] };
    expect(await owner.client['queue.get'](of(threadId))).toMatchObject(waiting);
    await ran(house, owner, [[text('done')]], { threadId });
    expect(told(house)).not.toContain(ann.mark);
    expect(await owner.client['queue.get'](of(threadId))).toMatchObject(waiting);
  },
);

verifies(
  'people.handover',
  'with a thread go no instructions that its runs were given, and no memory that they were told',
  async () => {
    const house = await houseOfThree();
    const { ann, owner } = house;
    const words = `${owner.mark} likes pears`;
    await owner.client['config.set']({ body: { instructions: `${owner.mark} says what to do` } });
    await owner.client['memory.append']({ params: { ns: 'knowledge' }, body: { text: words } });
    const task = 'Who likes pears?';
    const { threadId, runId } = await ran(house, owner, [[text('Somebody')]], { task });
    const toldTo = ({ client }: Inhabitant) => client['runs.memories'](of(runId));
    const before = await toldTo(owner);
    expect([before.instructions.length, before.told.map(({ entry }) => entry?.text)]).toEqual([1, [words]]);

    await handed(owner, ann, threadId);
    const after = await toldTo(ann);
    expect(JSON.stringify(after)).not.toContain(owner.mark);
    expect([after.instructions, after.told]).toMatchObject([[], [{ entry: null, state: 'erased' }]]);
    house.runs.push([[text('Nobody')]]);
    const replay = await ann.client['replays.start']({ params: { runId }, body: {} });
    const { events } = await ann.client['runs.events']({ params: { runId: replay.runId } });
    for await (const _ of events);
    expect(house.models.at(-1)?.requests).toHaveLength(1);
    expect(JSON.stringify(house.models.at(-1)?.requests)).not.toContain(owner.mark);
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

verifies('people.removal', 'and what they had in memory is remembered as words of another', async () => {
  const house = await houseOfThree();
  const { ann, ben, owner } = house;
  const knowledge = { params: { ns: 'knowledge' } };
  await ben.client['memory.append']({ ...knowledge, body: { text: 'Ben likes pears' } });
  await ann.client['memory.append']({ ...knowledge, body: { text: 'Ben likes to be told nothing' } });
  await ann.client['me.handover']({ body: { to: ben.personId } });
  await owner.client['people.remove']({ ...of(ann.personId), body: { handover: { to: ben.personId } } });
  const { entries } = await ben.client['memory.entries'](knowledge);
  expect(entries.map((entry) => [entry.text, entry.mine, entry.source.origin]).toSorted()).toEqual([
    ['Ben likes pears', true, 'user'],
    ['Ben likes to be told nothing', true, 'external'],
  ]);
});

verifies('people.files', 'however much one deletes, what another deleted can be brought back', async () => {
  const house = await houseOfThree();
  const { engine, ann, owner } = house;
  const deleted = async ({ client }: Inhabitant, path: string) => {
    await client['files.save']({ query: { path }, body: { text: 'words', revision: null } });
    await client['files.delete']({ query: { path } });
  };
  const names = async ({ client }: Inhabitant) =>
    (await client['deletedFiles.list']({ query: { limit: 5 } })).deletedFiles.map(({ path }) => path);
  await deleted(owner, 'precious.txt');
  await deleted(owner, 'shared/precious.txt');
  await deleted(ann, 'first.txt');
  const ids = engine.engine.get(processTokens.ids);
  const many = Array.from({ length: deletedFileLimits.kept }, (_, nth): DeletedFileChange => ({
    change: 'deletedFile.keep',
    file: {
      deletedFileId: deletedFileId(ids.next()),
      path: `people/${ann.personId}/${nth}.txt`,
      copyId: ids.next(),
      contentId: `sha256:${'0'.repeat(64)}` as never,
      sizeBytes: 1,
      mode: 0o600,
      deletedAt: Date.now(),
      isBegun: false,
      isEarlier: false,
    },
  }));
  await engine.engine.get(databaseTokens.journal).commit(many);
  await deleted(ann, 'last.txt');
  expect(await names(owner)).toEqual(['shared/precious.txt', 'precious.txt']);
  const { deletedFiles } = await owner.client['deletedFiles.list']();
  for (const { deletedFileId: id } of deletedFiles) await owner.client['deletedFiles.restore'](of(id));
  // Of her own the first go.
  const hers = new Set<string>();
  for (let cursor: string | undefined; ;) {
    const page = await ann.client['deletedFiles.list']({ query: { limit: 200, ...(cursor && { cursor }) } });
    for (const { path } of page.deletedFiles) hers.add(path);
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  const isKept = (name: string) => hers.has(`people/${ann.personId}/${name}`);
  expect([hers.size, isKept('first.txt'), isKept('last.txt')]).toEqual([
    shareOfMember(deletedFileLimits.kept),
    false,
    true,
  ]);
});

verifies(
  'people.usable',
  'what one may allow beforehand names no tool of the owner, and no place of it',
  async () => {
    const { ann, owner } = await houseOfThree();
    const server = closing(await startGoodToolServer([{ name: 'quincebook', description: 'Of the books.' }]));
    await connectedTo(owner, 'quinceland', server.url);
    const trigger = ({ client }: Inhabitant, tool: string) =>
      client['triggers.create']({
        body: { title: 'T', schedule: '0 3 * * *', task: 'go', permissions: { tools: [tool] } },
      });
    const workflow = ({ client }: Inhabitant, tool: string) =>
      client['workflows.save']({ body: { name: 'W', steps: [{ stepId: 'a', task: 'go', tools: [tool] }] } });
    const allowing = ({ client }: Inhabitant, tool: string) =>
      client['workflows.save']({
        body: { name: 'W', steps: [{ stepId: 'a', task: 'go' }], permissions: { tools: [tool] } },
      });
    const saidTo = async (asked: Promise<unknown>): Promise<string> => {
      const answer = await asked.then(JSON.stringify, ({ problem }: ProblemError) => JSON.stringify(problem));
      return answer.replaceAll(/"instance":"[^"]*"/gu, '');
    };
    const hers = 'mcp__quinceland__quincebook';
    for (const asking of [trigger, workflow, allowing])
      for (const tool of ['mcp', 'quincebook', 'quinceland']) {
        expect(await saidTo(asking(owner, tool))).toContain(hers);
        expect(await saidTo(asking(ann, tool))).not.toContain(hers);
      }
    // It is as if there were none.
    for (const asking of [trigger, allowing]) {
      const other = hers.replaceAll('quince', 'sloe');
      const [known, unknown] = [await saidTo(asking(ann, hers)), await saidTo(asking(ann, other))];
      expect(known.replaceAll(hers, other)).toBe(unknown);
      expect(known).toContain('invalid_permission');
    }
    expect((await ann.client['consents.list']()).consents).toEqual([]);
    await owner.client['config.set']({ body: { tool_servers_for_everyone: ['quinceland'] } });
    expect(await saidTo(trigger(ann, 'mcp'))).toContain(hers);
    await trigger(ann, hers);
  },
);

verifies('people.rooms', 'as many replays as may run at once are those of one person', async () => {
  const house = await houseOfThree();
  const { ann, owner } = house;
  const [hers, his] = [await ran(house, ann), await ran(house, owner)];
  const replayed = ({ client }: Inhabitant, runId: string) => {
    house.runs.push([[hangUntilAbort()]]);
    return client['replays.start']({ params: { runId }, body: {} });
  };
  for (let nth = 0; nth < runLimits.replays; nth++) await replayed(ann, hers.runId);
  await refuses(replayed(ann, hers.runId), { status: 409, code: 'too_many_replays' });
  const { runId } = await replayed(owner, his.runId);
  await owner.client['runs.stop']({ params: { runId } });
});

verifies('people.rooms', 'what is read of the runs of one waits for no run of another', async () => {
  const house = await houseOfThree();
  const { ann, owner } = house;
  await owner.client['config.set']({ body: { conversation_titles: true } });
  const task = 'Say which of the trains of this evening goes to Rome, '.repeat(5);
  // Her model never answers what it is asked for the title.
  for (let nth = 0; nth <= extractionLimits.waiting; nth++)
    await ran(house, ann, [[text('done')], [hangUntilAbort()]], { task });
  const { threadId } = await ran(house, owner, [[text('done')], [text('A name for it')]], { task });
  await eventually('the title', async () => {
    return (await owner.client['threads.get'](of(threadId))).title === 'A name for it';
  });
  expect((await ann.client['threads.list']()).threads.map(({ title }) => title)).not.toContain(
    'A name for it',
  );
});

verifies(
  ['people.handover', 'people.removal'],
  'what somebody takes while they are removed is not theirs, whatever of theirs is gone already',
  async () => {
    const [taking, removing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const house = await houseOfThree({
      journal: (journal) => ({
        commit: async (changes) => {
          const has = (kind: string) => changes.some(({ change }) => change === kind);
          if (has('handover.accepted')) {
            taking.resolve();
            await removing.promise;
          }
          await journal.commit(changes);
          if (has('person.set')) removing.resolve();
        },
      }),
    });
    const { ann, ben, owner, engine } = house;
    const { threadId } = await ann.client['sessions.create']({ body: {} });
    const { handoverId } = await ann.client['threads.handOver']({
      ...of(threadId),
      body: { to: ben.personId },
    });
    const accepted = refuses(ben.client['handovers.accept'](of(handoverId)), { code: 'not_signed_in' });
    await taking.promise;
    const removed = owner.client['people.remove']({ ...of(ben.personId), body: { erase: true } });
    await accepted;
    expect((await removed).fate).toBe('erased');
    expect((await ann.client['threads.get'](of(threadId))).threadId).toBe(threadId);
    expect(engine.log.events('error')).toEqual([]);
  },
);
