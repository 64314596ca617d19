// Kills the process around the commits of the erasure of what is somebody's own.
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest } from '@jest/globals';
import { personId } from '../../../src/core/kernel/ids.ts';
import { scopes } from '../../../src/core/trust/people/model.ts';
import { ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { house, programAt, reachable } from '../http/browsers.ts';
import { whileAlive } from './client.ts';
import { aroundCommits } from './commits.ts';
import { killedAt, type Moment } from './kill.ts';
import { steppingClock } from './scenario.ts';

// It starts a process for each point.
jest.setTimeout(300_000);

const [MINE, THEIRS] = ['medlar-and-quince', 'sloe-and-rowan'];
const CONFIRM = { confirm: 'DELETE_MY_DATA' };

type Program = ReturnType<typeof programAt>;

/** Something of most kinds. */
async function lived(client: Program, word: string): Promise<void> {
  const { sessionId } = await client['sessions.create']({ body: {} });
  const { path } = await client['files.save']({
    query: { path: 'notes/plan.txt' },
    body: { text: word, revision: null },
  });
  const { events } = await client['runs.start']({
    params: { id: sessionId },
    body: { task: word, attachments: [{ path }] },
  });
  for await (const _ of events);
  await client['triggers.create']({ body: { title: word, schedule: '0 3 * * *', task: word } });
  await client['tasks.create']({ body: { title: word } });
  await client['workflows.save']({ body: { name: word, steps: [{ stepId: 'one', task: word }] } });
  await client['artifacts.save']({ body: { title: word, type: 'markdown', content: word } });
  await client['assistants.add']({ body: { name: word, instructions: word } });
  await client['memory.append']({ params: { ns: 'knowledge' }, body: { text: word } });
  await client['consents.allow']({ body: { class: 'send_outside', target: `${word}.example.org` } });
  await client['secrets.put']({ params: { name: 'KEY' }, body: { value: `Zk81-${word}-4711` } });
}

interface Planted {
  readonly dataDir: string;
  readonly id: string;
  readonly token: string;
  /** Of another. */
  readonly otherToken: string;
}

async function planted(): Promise<Planted> {
  const dataDir = temporaryDir();
  const turns = [[text(MINE)], [text(THEIRS)]];
  const engine = await reachable({
    dataDir,
    models: { open: async () => new ScriptedModel(turns.splice(0, 1)) },
  });
  const { owner, member } = await house(engine);
  const tokenOf = async (id: string, role: 'owner' | 'member') =>
    await engine.engine.services.ownTokens.make(
      { person: personId(id), role, scopes, signedIn: 'invitation' },
      { name: 'program', scopes, expiresAt: null },
    );
  const { personId: id } = await member.client['me.get']();
  const { personId: ownerId } = await owner.client['me.get']();
  const { token } = await tokenOf(id, 'member');
  const { token: otherToken } = await tokenOf(ownerId, 'owner');
  await owner.client['config.set']({ body: { memory_extraction: false, conversation_titles: false } });
  await lived(programAt(engine, token), MINE);
  await lived(programAt(engine, otherToken), THEIRS);
  await engine.stop();
  return { dataDir, id, token, otherToken };
}

const copyOf = (dataDir: string): string => {
  const copy = temporaryDir();
  cpSync(dataDir, copy, { recursive: true });
  return copy;
};

const filesWith = (dataDir: string, word: string): readonly string[] =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(word));

/** The commits of a boot and an erasure, and how many of them the boot has. */
async function commitsOf({ dataDir, token }: Planted): Promise<readonly [boot: number, all: number]> {
  let commits = 0;
  const engine = await startTestEngine({
    dataDir: copyOf(dataDir),
    model: new ScriptedModel(),
    platform: { clock: steppingClock() },
    journal: aroundCommits(async (nth, commit) => {
      commits = nth;
      await commit();
    }),
  });
  const boot = commits;
  await programAt(engine, token)['me.erase']({ body: CONFIRM });
  const all = commits;
  await engine.stop();
  return [boot, all];
}

verifies('people.own-erasure.whatever-dies', 'kill -9 around every commit', async () => {
  const all = await planted();
  const [boot, last] = await commitsOf(all);
  expect(last - boot).toBeGreaterThan(12);
  const points: (readonly [Moment, number])[] = [];
  for (let nth = boot + 1; nth <= last; nth += 1) points.push(['before', nth]);
  points.push(['after', last]);
  for (const [when, nth] of points) {
    const dataDir = copyOf(all.dataDir);
    const by = await killedAt(dataDir, 'writing', [when, nth], (baseUrl) =>
      whileAlive(async () => {
        await programAt({ baseUrl }, all.token)['me.erase']({ body: CONFIRM });
      }),
    );
    const at = [when, nth];
    expect([at, by]).toEqual([at, 'SIGKILL']);
    const engine = await startTestEngine({ dataDir, model: new ScriptedModel() });
    const mine = programAt(engine, all.token);
    expect(await mine['me.get']()).toMatchObject({ personId: all.id, role: 'member', disabled: false });
    expect((await mine['threads.list']({ query: {} })).threads).toEqual([]);
    // Work of theirs may begin again.
    const { services } = engine.engine;
    expect([at, services.people.mayWork(personId(all.id))]).toEqual([at, true]);
    const theirs = programAt(engine, all.otherToken);
    expect((await theirs['threads.list']({ query: {} })).threads).toHaveLength(1);
    expect((await theirs['secrets.list']()).secrets.map(({ name }) => name)).toContain('KEY');
    await engine.stop();
    expect([at, filesWith(dataDir, MINE ?? '')]).toEqual([at, []]);
    expect(existsSync(join(dataDir, 'workspace', 'people', all.id))).toBe(false);
    expect(filesWith(dataDir, THEIRS ?? '').length).toBeGreaterThan(3);
  }
});
