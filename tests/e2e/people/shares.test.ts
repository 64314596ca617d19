import { expect } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../../src/contract/client.ts';
import type { socketRows } from '../../../src/contract/http/rows.ts';
import { batchLimits } from '../../../src/core/execution/batches/limits.ts';
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
import { bearer, clientAt, houseOfThree } from './house.ts';

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

const PUBLIC = 'https://svc.example.test';
