import { expect } from '@jest/globals';
import { existsSync, readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import type { Change } from '../../../src/core/features.ts';
import type { Journal } from '../../../src/core/ports/journal.ts';
import { gate, text } from '../../doubles/scripted-model.ts';
import { afterwards } from '../../harness/afterwards.ts';
import { verifies } from '../../spec/verifies.ts';
import { eventually } from '../boot/eventually.ts';
import { browserAt, tokenIn } from '../http/browsers.ts';
import { refusal, refuses } from '../http/problems.ts';
import { houseOfThree, type House, type Inhabitant } from './house.ts';
import { peopledTables } from './peopled-tables.ts';

const of = (id: string) => ({ params: { id } });
const OUT = { status: 401, code: 'not_signed_in' };
const knowledge = { params: { ns: 'knowledge' } };

/** A journal of which everything waits while it is closed. */
function closable() {
  let opened = Promise.withResolvers<void>();
  opened.resolve();
  let waiting = 0;
  return {
    journal: (inner: Journal<Change>): Journal<Change> => ({
      commit: async (...commit) => {
        waiting += 1;
        await opened.promise;
        await inner.commit(...commit);
      },
    }),
    close: () => {
      waiting = 0;
      opened = Promise.withResolvers<void>();
    },
    /** What comes from now on passes; what waits still waits. */
    letOthersPass: () => {
      const held = opened;
      opened = Promise.withResolvers<void>();
      opened.resolve();
      return held.resolve;
    },
    waiting: () => waiting,
  };
}

/** Requests that make something, of which each row but a cost goes with its person. */
const making = ({ client }: Inhabitant, threadId: string): readonly (() => Promise<unknown>)[] => [
  () => client['sessions.create']({ body: {} }),
  () => client['queue.add']({ ...of(threadId), body: { task: 'go' } }),
  () => client['tasks.create']({ body: { title: 'new' } }),
  () => client['triggers.create']({ body: { title: 'new', schedule: '0 3 * * *', task: 'new' } }),
  () => client['workflows.save']({ body: { name: 'new', steps: [{ stepId: 'one', task: 'new' }] } }),
  () => client['artifacts.save']({ body: { title: 'new', type: 'markdown', content: 'new' } }),
  () => client['assistants.add']({ body: { name: 'new', instructions: 'new' } }),
  () => client['memory.append']({ ...knowledge, body: { text: 'new' } }),
  () => client['consents.allow']({ body: { class: 'send_outside', target: 'new.example.org' } }),
  () => client['secrets.put']({ params: { name: 'NEW' }, body: { value: 'new-4711-xyz' } }),
];

/** A request whose body has begun and is not sent to its end. */
async function halfSent({ engine }: House, { token }: Inhabitant, path: string, type: string, half: string) {
  const socket: Socket = connect(engine.port, '127.0.0.1');
  afterwards(() => socket.destroy());
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${engine.port}`,
    `Authorization: Bearer ${token}`,
    `Content-Type: ${type}`,
    'Content-Length: 1000',
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${half}`);
  const answer = textOf(socket);
  return { socket, answer };
}

/** What lies in the folder of this one. */
function filesOf({ engine }: House, { personId }: Inhabitant): readonly string[] {
  const folder = join(engine.dataDir, 'workspace', 'people', personId);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

/** The tables that have rows of this one, of an engine that is stopped for that; a version of what was remembered only counts. */
async function tablesWith({ engine, owner }: House, { personId }: Inhabitant): Promise<readonly string[]> {
  await engine.stop();
  return peopledTables(engine.dataDir, owner.personId)
    .filter(({ people, table }) => people.has(personId) && table !== 'memory.db namespaces')
    .map(({ table }) => table);
}

verifies(
  'people.in-flight',
  'of what a person asks while they are removed no row and no file stays, wherever it was held, and it is refused',
  async () => {
    const held = closable();
    const house = await houseOfThree({ journal: held.journal });
    const { ann, owner } = house;
    const { threadId } = await ann.client['sessions.create']({ body: {} });
    const upload = await halfSent(house, ann, '/api/files?name=new.txt', 'application/octet-stream', 'half');
    const task = await halfSent(house, ann, '/api/tasks', 'application/json', '{"title": "ne');
    await eventually('the file has begun', () => filesOf(house, ann).length > 0);
    held.close();
    const all = making(ann, threadId);
    const asked = all.map((ask) => refusal(ask()));
    await eventually('each waits for its commit', () => held.waiting() === all.length);
    const release = held.letOthersPass();
    afterwards(release);
    const removed = owner.client['people.remove']({ ...of(ann.personId), body: { erase: true } });
    // It is cut off once they are out; without that, they are gone before the rest is let go.
    await Promise.race([upload.answer, removed]);
    release();
    for (const answered of await Promise.all(asked)) expect(answered).toMatchObject(OUT);
    expect(await upload.answer).toMatch(/^HTTP\/1\.1 401 /u);
    expect((await removed).fate).toBe('erased');
    task.socket.write('w"}'.padEnd(1000 - '{"title": "ne'.length));
    expect(await task.answer).toMatch(/^HTTP\/1\.1 401 /u);
    expect(filesOf(house, ann)).toEqual([]);
    expect(house.engine.log.events('error')).toEqual([]);
    expect(await tablesWith(house, ann)).toEqual([]);
  },
);

verifies(
  'people.in-flight',
  'of who is disabled a request ends at once, in the middle of what it sends',
  async () => {
    const house = await houseOfThree();
    const { ann, owner } = house;
    const upload = await halfSent(house, ann, '/api/files?name=new.txt', 'application/octet-stream', 'half');
    await eventually('the file has begun', () => filesOf(house, ann).length > 0);
    await owner.client['people.set']({ ...of(ann.personId), body: { disabled: true } });
    expect(await upload.answer).toMatch(/^HTTP\/1\.1 401 /u);
    expect(filesOf(house, ann)).toEqual([]);
  },
);

verifies(
  ['people.in-flight', 'people.own-erasure.meanwhile'],
  'what one asked for before they erase what is theirs is erased with it, and refused',
  async () => {
    const held = closable();
    const house = await houseOfThree({ journal: held.journal });
    const { ann } = house;
    const { threadId } = await ann.client['sessions.create']({ body: {} });
    const upload = await halfSent(house, ann, '/api/files?name=new.txt', 'application/octet-stream', 'half');
    await eventually('the file has begun', () => filesOf(house, ann).length > 0);
    held.close();
    const all = making(ann, threadId);
    const asked = all.map((ask) => refusal(ask()));
    await eventually('each waits for its commit', () => held.waiting() === all.length);
    const release = held.letOthersPass();
    afterwards(release);
    const erased = ann.client['me.erase']({ body: { confirm: 'DELETE_MY_DATA' } });
    await Promise.race([upload.answer, erased]);
    release();
    for (const answered of await Promise.all(asked))
      expect(answered).toMatchObject({ status: 409, code: 'own_erasure_running' });
    expect(await upload.answer).toMatch(/^HTTP\/1\.1 409 /u);
    expect((await erased).deleted).toBe(true);
    expect(filesOf(house, ann)).toEqual([]);
    // They themselves stay, and how they sign in.
    const stays = /people|person_(?:sessions|tokens)$/u;
    expect((await tablesWith(house, ann)).filter((table) => !stays.test(table))).toEqual([]);
  },
);

verifies(
  ['people.in-flight', 'people.removal'],
  'what is read of the words of somebody when they are removed is remembered for nobody',
  async () => {
    const house = await houseOfThree();
    const { ann, ben, owner } = house;
    await owner.client['config.set']({ body: { memory_extraction: true } });
    const reading = gate();
    house.runs.push([[text('Well')], [reading.step, text('{"knowledge": ["Ann likes pears"]}')]]);
    const { sessionId } = await ann.client['sessions.create']({ body: {} });
    const run = await ann.client['runs.start']({
      ...of(sessionId),
      body: { task: 'Remember: I like pears' },
    });
    for await (const _ of run.events);
    await reading.reached;
    await ann.client['me.handover']({ body: { to: ben.personId } });
    await owner.client['people.remove']({ ...of(ann.personId), body: { handover: { to: ben.personId } } });
    // It was told to end; if not, it is read now.
    reading.open();
    await eventually('it is over', () => house.models.every(({ openStreams }) => openStreams === 0));
    for (const { client } of [ben, owner])
      expect((await client['memory.entries'](knowledge)).entries).toEqual([]);
    const spent = / (?:runs|side_calls|spent_days)$/u;
    expect((await tablesWith(house, ann)).filter((table) => !spent.test(table))).toEqual([]);
  },
);

verifies(
  'people.in-flight',
  'nobody is signed in, linked or offered anything who is gone meanwhile',
  async () => {
    const held = closable();
    const house = await houseOfThree({ journal: held.journal });
    const { engine, ann, ben, owner } = house;
    const { url } = await owner.client['people.link'](of(ann.personId));
    const { threadId } = await ben.client['sessions.create']({ body: {} });
    held.close();
    const browser = browserAt(engine, 'Another/1.0');
    const asked = [
      refuses(browser.client['login.link']({ body: { token: tokenIn(url) } }), { code: 'link_unusable' }),
      refuses(owner.client['people.link'](of(ann.personId)), { code: 'person_disabled' }),
      refuses(ben.client['threads.handOver']({ ...of(threadId), body: { to: ann.personId } }), {
        code: 'receiver_disabled',
      }),
    ];
    await eventually('each waits for its commit', () => held.waiting() === asked.length);
    const release = held.letOthersPass();
    afterwards(release);
    await owner.client['people.remove']({ ...of(ann.personId), body: { erase: true } });
    release();
    await Promise.all(asked);
    expect((await ben.client['handovers.list']()).handovers).toEqual([]);
    expect(engine.log.events('error')).toEqual([]);
    expect(await tablesWith(house, ann)).toEqual([]);
  },
);
