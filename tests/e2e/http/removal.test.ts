import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from '@jest/globals';
import { personId } from '../../../src/core/kernel/ids.ts';
import { databaseTokens } from '../../../src/main/tokens.ts';
import { hangUntilAbort, ScriptedModel, text, type Step } from '../../doubles/scripted-model.ts';
import { verifies } from '../../spec/verifies.ts';
import { browserAt, house, reachable, type Browser } from './browsers.ts';
import { refuses } from './problems.ts';

const MARK = 'quince-and-medlar';

/** Something of each kind that is this person's. */
async function busy({ client }: Browser, turns: (readonly Step[])[]) {
  turns.push([text(`${MARK} done`)]);
  const { sessionId, threadId } = await client['sessions.create']({ body: {} });
  const { path } = await client['files.save']({
    query: { path: 'notes/plan.txt' },
    body: { text: MARK, revision: null },
  });
  const { events } = await client['runs.start']({
    params: { id: sessionId },
    body: { task: `${MARK} task`, attachments: [{ path }] },
  });
  for await (const _ of events);
  await client['triggers.create']({
    body: {
      title: MARK,
      effect: 'run_agent',
      schedule: '0 3 * * *',
      timeZone: 'UTC',
      task: `${MARK} trigger`,
    },
  });
  await client['tasks.create']({ body: { title: `${MARK} to do` } });
  await client['consents.allow']({ body: { class: 'send_outside', target: 'api.example.org' } });
  await client['assistants.add']({ body: { name: MARK, instructions: `${MARK} instructions` } });
  await client['memory.append']({ params: { ns: 'knowledge' }, body: { text: `${MARK} fact` } });
  return { threadId };
}

async function started() {
  const turns: (readonly Step[])[] = [];
  const engine = await reachable({ models: { open: async () => new ScriptedModel(turns) } });
  const { owner, member } = await house(engine);
  const { personId: id } = await member.client['me.get']();
  const { personId: ownerId } = await owner.client['me.get']();
  return { engine, turns, owner, member, id, ownerId };
}

const counted = {
  triggers: 1,
  tasks: 1,
  threads: 1,
  runs: 1,
  grants: 1,
  memories: 1,
  files: 1,
  assistants: 1,
};

verifies(
  ['people.removal', 'people.set'],
  'everything of theirs is erased and counted, their work stops, and they stay out',
  async () => {
    const { engine, turns, owner, member, id, ownerId } = await started();
    const { threadId } = await busy(member, turns);
    turns.push([hangUntilAbort()]);
    const { sessionId } = await member.client['sessions.create']({ body: { threadId } });
    await member.client['runs.start']({ params: { id: sessionId }, body: { task: 'go on' } });
    const remove = (of: string, body: object) =>
      owner.client['people.remove']({ params: { id: of }, body: body as never });
    await refuses(remove(ownerId, { erase: true }), { status: 409, code: 'owner_stays' });
    await refuses(remove(id, { handover: { to: ownerId } }), { status: 409, code: 'handover_not_agreed' });
    await refuses(remove(id, {}), { status: 400 });
    await member.client['me.get']();

    const removed = await remove(id, { erase: true });
    expect(removed).toMatchObject({ fate: 'erased', counts: { ...counted, runs: 2 } });
    expect(existsSync(join(engine.dataDir, 'workspace', 'people', id))).toBe(false);
    await refuses(member.client['me.get'](), { status: 401 });
    expect((await owner.client['people.list']()).people).toMatchObject([{ personId: ownerId }]);
    await refuses(remove(id, { erase: true }), { status: 404, code: 'person_not_found' });
    const { history } = engine.engine.get(databaseTokens.databases);
    for (const kind of ['triggers', 'tasks', 'threads', 'grants', 'notices', 'workflows'] as const)
      expect([kind, await history.belongings.ids(kind, personId(id))]).toEqual([kind, []]);
    // It stays on without members, also after a restart.
    await engine.stop();
    for (const [file, table] of [
      ['history.db', 'runs'],
      ['memory.db', 'entries'],
    ] as const) {
      const database = new Database(join(engine.dataDir, file), { readonly: true });
      expect(JSON.stringify(database.prepare(`SELECT * FROM ${table}`).all())).not.toContain(MARK);
      database.close();
    }
    const again = await reachable({ dataDir: engine.dataDir });
    await refuses(browserAt(again).client['me.get'](), { status: 401 });
  },
);

verifies(
  'people.removal',
  'what is theirs is handed over only to whom they agreed to; what works by itself waits there',
  async () => {
    const { engine, turns, owner, member, id, ownerId } = await started();
    const { threadId } = await busy(member, turns);
    await refuses(member.client['me.handover']({ body: { to: id } }), { status: 400 });
    expect(await member.client['me.handover']({ body: { to: ownerId } })).toMatchObject({
      handoverTo: ownerId,
    });
    const removed = await owner.client['people.remove']({
      params: { id },
      body: { handover: { to: ownerId } },
    });
    expect(removed).toMatchObject({ fate: 'handed_over', counts: counted });
    // Their files are copied before their folder goes, and are found where they were sent.
    expect(existsSync(join(engine.dataDir, 'workspace', 'people', id))).toBe(false);
    const { messages } = await owner.client['threads.messages']({ params: { id: threadId } });
    const [sent] = messages.flatMap(({ content }) => content.filter(({ type }) => type === 'attachment'));
    expect(sent).toMatchObject({ path: 'handed-over/notes/plan.txt' });
    const { content: text } = await owner.client['files.read']({
      query: { path: 'handed-over/notes/plan.txt' },
    });
    expect(text).toBe(MARK);
    // What it has cost was not spent by who has it now.
    expect((await owner.client['history.stats']()).total.runs).toBe(0);
    expect((await owner.client['assistants.list']()).assistants).toMatchObject([{ name: MARK }]);
    expect(await owner.client['threads.get']({ params: { id: threadId } })).toMatchObject({ threadId });
    const { triggers } = await owner.client['triggers.list']({ query: {} });
    expect(triggers).toMatchObject([{ title: MARK, enabled: false, confirmedAt: null }]);
    expect((await owner.client['tasks.list']({ query: {} })).tasks).toMatchObject([
      { title: `${MARK} to do` },
    ]);
    const { content } = await owner.client['memory.read']({ params: { ns: 'knowledge' } });
    expect(content).toContain(MARK);
    // A yes is nobody else's.
    expect((await owner.client['consents.list']()).consents).toEqual([]);
  },
);
