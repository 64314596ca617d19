import { expect } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../../src/contract/client.ts';
import type { socketRows } from '../../../src/contract/http/rows.ts';
import { batchLimits } from '../../../src/core/execution/batches/limits.ts';
import { collectionLimits } from '../../../src/core/knowledge/collections/limits.ts';
import { recordId } from '../../../src/core/kernel/ids.ts';
import { handoverLimits } from '../../../src/core/trust/handover/limits.ts';
import { collectionTokens, databaseTokens } from '../../../src/main/tokens.ts';
import { shareOfMember, shareOfMembers } from '../../../src/core/trust/people/limits.ts';
import {
  hangUntilAbort,
  ScriptedModel,
  text,
  toolCalls,
  type ScriptedCall,
  type Step,
} from '../../doubles/scripted-model.ts';
import { aProfile } from '../../harness/apis.ts';
import { startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';
import { startWebServer } from '../../servers/web-server.ts';
import { verifies } from '../../spec/verifies.ts';
import { GIB, MIB } from '../../../src/core/kernel/bytes.ts';
import { refuses } from '../http/problems.ts';
import { bearer, clientAt, houseOfThree, type Inhabitant } from './house.ts';

type Asking = Client<typeof socketRows>;

verifies(
  'people.shares',
  'members use no more than their part of a rate window, also after a restart, and the owner the rest of it',
  async () => {
    const server = await startWebServer();
    const host = `api.shop.example:${server.port}`;
    const dataDir = temporaryDir();
    mkdirSync(join(dataDir, 'apis'));
    const profile = aProfile({ base_url: `http://${host}/v1`, rate_limit: { requests_per_day: 8 } });
    writeFileSync(join(dataDir, 'apis', `${profile.id}.json`), JSON.stringify(profile));
    let turns: (readonly Step[])[] = [];
    const options = {
      dataDir,
      env: { SVC_ALLOW_PRIVATE_HOSTS: host },
      web: { resolve: async () => ['93.184.216.34'], dial: () => '127.0.0.1' },
      models: { open: async () => new ScriptedModel(turns) },
    };
    /** How many of so many requests for this person went out. */
    async function went(client: Asking, count: number): Promise<number> {
      const before = server.arrived.length;
      const call = (nth: number) => ({ name: 'http_request', input: { url: `http://${host}/v1/${nth}` } });
      turns = [...Array.from({ length: count }, (_, nth) => [toolCalls(call(nth))]), [text('done')]];
      const { sessionId } = await client['sessions.create']({ body: {} });
      const { events } = await client['runs.start']({
        params: { id: sessionId },
        body: { task: `look at ${host}` },
      });
      for await (const event of events)
        if (event.type === 'prompt') {
          const { promptId } = event.data;
          const body = { answer: 'consent.once', promptId };
          await client['prompts.reply']({ params: { id: sessionId }, body });
        }
      return server.arrived.length - before;
    }
    const { engine, owner, ann, ben } = await houseOfThree(options);
    expect(await went(ann.client, 6)).toBe(4);
    await engine.stop();
    const again = await startTestEngine({ ...options, env: { ...options.env, SVC_PUBLIC_URL: PUBLIC } });
    const [annAgain, benAgain, ownerAgain] = [ann, ben, owner].map(({ token }) =>
      clientAt(again.baseUrl, bearer(token)),
    ) as [Asking, Asking, Asking];
    expect(await went(annAgain, 1)).toBe(0);
    expect(await went(benAgain, 4)).toBe(2);
    expect(await went(ownerAgain, 4)).toBe(2);
    const [shown] = (await ownerAgain['apis.list']()).profiles;
    expect(shown?.limits).toMatchObject([{ window: 'day', max: 8, used: 8 }]);
  },
);

verifies(
  'people.shares',
  'members have no more than their part of the unfinished batches, and the owner the rest',
  async () => {
    const { owner, ann, ben } = await houseOfThree({
      models: { open: async () => new ScriptedModel([[hangUntilAbort()]]) },
    });
    const submit = (client: Asking) =>
      client['batches.submit']({ body: { principal: 'http', requests: [{ id: 'a', task: 'b' }] } });
    const { unfinished } = batchLimits;
    const most = shareOfMember(unfinished);
    for (let nth = 0; nth < most; nth++) await submit(ann.client);
    const refused = { status: 409, code: 'batches_full' };
    await refuses(submit(ann.client), { ...refused, limit: most });
    for (let nth = most; nth < shareOfMembers(unfinished); nth++) await submit(ben.client);
    await refuses(submit(ben.client), { ...refused, limit: most });
    for (let nth = shareOfMembers(unfinished); nth < unfinished; nth++) await submit(owner.client);
    await refuses(submit(owner.client), { ...refused, limit: unfinished });
  },
);

verifies(
  'people.room',
  'a member fills no more than their room, whichever way, and loses nothing; the owner has no bound',
  async () => {
    const { engine, runs, owner, ann, ben } = await houseOfThree();
    const mb = MIB / GIB;
    await owner.client['config.set']({ body: { member_files_gb: 3 * mb } });
    const full = { status: 413, code: 'member_files_full' };
    const content = new Uint8Array(MIB);
    const put = (client: Asking, path = '') =>
      client['files.upload']({ query: { path, name: 'a.bin' }, body: content });
    const kept = [await put(ann.client), await put(ann.client)];
    // Of a third there is a name and a part already, when there is no room any more.
    await refuses(put(ann.client), full);
    await refuses(ann.client['attachments.upload']({ query: { name: 'b.bin' }, body: content }), full);
    const big = 'x'.repeat(MIB);
    await refuses(ann.client['artifacts.save']({ body: { title: 'Big', content: big } }), full);
    const saving = { query: { path: 'big.txt' }, body: { text: big, revision: null } };
    await refuses(ann.client['files.save'](saving), full);
    const works = async (call: ScriptedCall): Promise<boolean | undefined> => {
      runs.push([[toolCalls(call)], [text('done')]]);
      const { sessionId } = await ann.client['sessions.create']({ body: {} });
      const { events } = await ann.client['runs.start']({ params: { id: sessionId }, body: { task: 'go' } });
      let success: boolean | undefined;
      for await (const event of events) if (event.type === 'tool_result') ({ success } = event.data);
      return success;
    };
    expect(await works({ name: 'write_file', input: { path: 'w.txt', content: big } })).toBe(false);
    const { files } = await ann.client['files.list']({ query: {} });
    const names = files.flatMap(({ type, name }) => (type === 'file' ? [name] : []));
    expect(names.toSorted()).toEqual(kept.map(({ name }) => name).toSorted());

    const { people } = await owner.client['people.files']();
    expect(people.map(({ personId }) => personId).toSorted()).toEqual(
      [ann.personId, ben.personId].toSorted(),
    );
    const usedBy = (id: string) => people.find(({ personId }) => personId === id)?.usedBytes ?? -1;
    expect([usedBy(ann.personId) >= 2 * MIB, usedBy(ben.personId)]).toEqual([true, 0]);

    // What is the same size as before, or goes, needs none.
    await ann.client['files.save']({ query: { path: 'small.txt' }, body: { text: 'a', revision: null } });
    await ann.client['files.delete']({ query: { path: 'a.bin' } });
    const [deleted] = (await ann.client['deletedFiles.list']()).deletedFiles;
    await ann.client['artifacts.save']({ body: { title: 'Big', content: big } });
    const back = { params: { id: deleted?.deletedFileId ?? '' } };
    await refuses(ann.client['deletedFiles.restore'](back), full);
    expect((await ann.client['deletedFiles.list']()).deletedFiles).toHaveLength(1);

    // What everybody reaches has as much room for all members.
    await put(ben.client, 'shared');
    await put(ann.client, 'shared');
    await refuses(put(ben.client, 'shared'), full);
    await refuses(put(ann.client, 'shared'), full);
    const moved = { name: 'rename_file', input: { from: 'shared/a.bin', to: 'mine.bin' } };
    expect(await works(moved)).toBe(false);
    await put(owner.client, 'shared');
    for (let nth = 0; nth < 5; nth++) await put(owner.client);
    // The room of one is not that of another, and more of it is had at once.
    await put(ben.client);
    await owner.client['config.set']({ body: { member_files_gb: 6 * mb } });
    await ann.client['deletedFiles.restore'](back);
    expect(engine.log.events('error')).toEqual([]);
  },
);

verifies(
  'people.room',
  'what is kept for the reviews of a member takes their room until they have reviewed it; to delete needs none',
  async () => {
    const { runs, owner, ann } = await houseOfThree();
    await owner.client['config.set']({ body: { member_files_gb: (3.5 * MIB) / GIB } });
    await ann.client['files.upload']({ query: { name: 'a.txt' }, body: new Uint8Array(MIB) });
    /** In a conversation of its own, so that it keeps a copy of its own. */
    const works = async (call: ScriptedCall) => {
      runs.push([[toolCalls(call)], [text('done')]]);
      const { sessionId, threadId } = await ann.client['sessions.create']({ body: {} });
      const { runId, events } = await ann.client['runs.start']({
        params: { id: sessionId },
        body: { task: 'go' },
      });
      const results = [];
      for await (const event of events) if (event.type === 'tool_result') results.push(event.data);
      return { threadId, runId: runId ?? '', success: results[0]?.success };
    };
    const write = (letter: string) =>
      works({ name: 'write_file', input: { path: 'a.txt', content: letter.repeat(MIB) } });
    const first = await write('a');
    expect([first.success, (await write('b')).success]).toEqual([true, true]);
    expect((await write('c')).success).toBe(false);
    const { people } = await owner.client['people.files']();
    expect(people.find(({ personId }) => personId === ann.personId)?.usedBytes).toBeGreaterThan(3 * MIB);
    await ann.client['threads.review']({
      params: { id: first.threadId },
      body: { action: 'accept', runId: first.runId },
    });
    const last = await write('c');
    expect(last.success).toBe(true);
    expect((await works({ name: 'delete_file', input: { path: 'a.txt' } })).success).toBe(true);
  },
);

verifies(
  'people.shares',
  'members make and fill no more than their part of the collections, and the owner the rest',
  async () => {
    const { engine, owner, ann } = await houseOfThree();
    const column = { name: 'a', type: 'string' } as const;
    const make = ({ client }: Inhabitant, nth: number) =>
      client['datastore.create']({ body: { name: `c${nth}`, columns: [column] } });
    const most = shareOfMembers(collectionLimits.collections);
    for (let nth = 0; nth < most; nth++) await make(ann, nth);
    await refuses(make(ann, most), { status: 422, code: 'too_many_collections' });
    for (let nth = most; nth < collectionLimits.collections; nth++) await make(owner, nth);
    await refuses(make(owner, collectionLimits.collections), { status: 422, code: 'too_many_collections' });

    const put = ({ client }: Inhabitant, chars: number) =>
      client['datastore.insert']({
        params: { collection: 'c0' },
        body: { records: [{ a: 'x'.repeat(chars) }] },
      });
    const [{ collectionNo } = { collectionNo: 0 }] = await engine.engine
      .get(collectionTokens.collectionStore)
      .list();
    const filled = shareOfMembers(collectionLimits.bytes) - 1_000;
    const records = [
      { recordNo: 1, recordId: recordId('r'), isNew: true, key: null, values: {}, subjects: [], bytes: 1 },
    ];
    const put1 = { collectionNo, slots: [1], records, recordsMore: 1, bytesMore: filled, nextNo: 2, at: 1 };
    await engine.engine.get(databaseTokens.journal).commit([{ change: 'records.put', ...put1 }]);
    await refuses(put(ann, 2_000), { status: 422, code: 'collections_full' });
    await put(owner, 2_000);
    await refuses(put(ann, 1), { status: 422, code: 'collections_full' });
  },
);

verifies(
  'people.shares',
  'of what is offered to one person a member has no more than their part, and what is over counts no more',
  async () => {
    const { owner, ann, ben } = await houseOfThree();
    const offer = async ({ client }: Inhabitant, to: Inhabitant) => {
      const { threadId } = await client['sessions.create']({ body: {} });
      const body = { to: to.personId };
      return { threadId, ...(await client['threads.handOver']({ params: { id: threadId }, body })) };
    };
    const most = handoverLimits.waiting;
    const full = { status: 409, code: 'too_many_offers' };
    const [first] = [await offer(ann, owner)];
    for (let nth = 1; nth < shareOfMember(most); nth++) await offer(ann, owner);
    await refuses(offer(ann, owner), full);
    for (let nth = shareOfMember(most); nth < shareOfMembers(most); nth++) await offer(ben, owner);
    await refuses(offer(ben, owner), full);
    // The same thing once more takes the place of what was offered, and what is gone is no offer.
    await ann.client['threads.handOver']({
      params: { id: first.threadId },
      body: { to: owner.personId },
    });
    await ann.client['threads.delete']({ params: { id: first.threadId } });
    await offer(ann, owner);
    await refuses(offer(ann, owner), full);
    // To another there is room, up to what one may offer at all.
    for (let nth = shareOfMember(most); nth < most; nth++) await offer(ann, ben);
    await refuses(offer(ann, ben), { ...full, most, whose: 'giver' });
    expect((await ann.client['handovers.list']()).handovers).toHaveLength(most);
    expect((await owner.client['handovers.list']()).handovers).toHaveLength(shareOfMembers(most));
  },
);

const PUBLIC = 'https://svc.example.test';
