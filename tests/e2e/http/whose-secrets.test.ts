import { beforeEach, expect } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScriptedModel, text, toolCalls, type ScriptedCall } from '../../doubles/scripted-model.ts';
import { aProfile } from '../../harness/apis.ts';
import type { directSurface } from '../../../src/main/serving/http-surface.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { askingWith, planted, proofOf } from '../../harness/people.ts';
import { startGoodToolServer } from '../../servers/tool-servers/good.ts';
import * as chat from '../../servers/chat-completions.ts';
import { startFakeProvider, streams } from '../../servers/fake-provider.ts';
import { startWebServer } from '../../servers/web-server.ts';
import { proofOfOwner } from '../../../src/core/trust/people/model.ts';
import { verifies } from '../../spec/verifies.ts';
import { closing, connectedTo } from '../tool-servers/engine-with.ts';
import { refuses } from './problems.ts';

type Asking = ReturnType<typeof directSurface>['client'];

const OWNERS = 'Zk81-owner-key-4711-xyz';
const ANNS = 'Zk81-key-of-ann-0815-abc';
const named = { params: { name: 'SHOP_KEY' } };

let host: string;
let local: string;
let engine: TestEngine;
let owner: Asking;
let ann: Asking;
let ben: Asking;
let model: ScriptedModel;
let sent: (string | undefined)[];

async function started(dataDir: string): Promise<void> {
  engine = await startTestEngine({
    dataDir,
    env: { SVC_ALLOW_PRIVATE_HOSTS: `${host},${local}` },
    web: { resolve: async () => ['93.184.216.34'], dial: () => '127.0.0.1' },
    models: { open: async () => model },
  });
  owner = askingWith(engine, proofOfOwner('files'));
  await owner['config.set']({ body: { memory_extraction: false } });
}

beforeEach(async () => {
  sent = [];
  const server = await startWebServer(({ headers }, response) => {
    sent.push(headers.authorization);
    response.end('seen');
  });
  host = `api.shop.example:${server.port}`;
  local = `127.0.0.1:${server.port}`;
  const dataDir = temporaryDir();
  mkdirSync(join(dataDir, 'apis'));
  const auth = { type: 'bearer', instructions: 'secret:SHOP_KEY' } as const;
  const profile = aProfile({ base_url: `http://${host}/v1`, auth });
  writeFileSync(join(dataDir, 'apis', `${profile.id}.json`), JSON.stringify(profile));
  await started(dataDir);
  const asking = async (name: string) =>
    askingWith(engine, proofOf((await planted(engine, { name })).personId));
  [ann, ben] = [await asking('Ann'), await asking('Ben')];
});

/** A run whose model makes this call; its questions are answered with yes. */
async function called(asking: Asking, call: ScriptedCall) {
  model = new ScriptedModel([[toolCalls(call)], [text('done')]]);
  const { sessionId } = await asking['sessions.create']({ body: {} });
  const { events } = await asking['runs.start']({
    params: { id: sessionId },
    body: { task: `go to ${host}` },
  });
  const results: { readonly output: string; readonly success: boolean }[] = [];
  for await (const event of events) {
    if (event.type === 'tool_result') results.push(event.data);
    if (event.type !== 'prompt') continue;
    const { promptId } = event.data;
    await asking['prompts.reply']({ params: { id: sessionId }, body: { answer: 'consent.once', promptId } });
  }
  const offered = model.requests[0]?.tools.map(({ name }) => name) ?? [];
  return { ...results[0]!, offered };
}

const request = (): ScriptedCall => ({ name: 'http_request', input: { url: `http://${host}/v1/items` } });
const put = (asking: Asking, value: string) =>
  asking['secrets.put']({ ...named, body: { value, hosts: [host] } });

verifies(
  ['people.secrets', 'people.usable'],
  'the same name of three people are three secrets, and a run sends that of its person',
  async () => {
    await put(owner, OWNERS);
    for (const asking of [ann, ben]) {
      expect((await asking['secrets.list']()).secrets).toEqual([]);
      const refused = await called(asking, request());
      expect(refused).toMatchObject({ success: false });
      expect(refused.output).toContain('SHOP_KEY');
      await refuses(asking['secrets.delete'](named), { status: 404, code: 'secret_not_found' });
    }
    expect(sent).toEqual([]);
    await put(ann, ANNS);
    expect((await ann['secrets.list']()).secrets).toMatchObject([{ name: 'SHOP_KEY', usableBy: 'owner' }]);
    expect((await owner['secrets.list']()).secrets).toHaveLength(1);
    expect((await owner['secrets.status']()).secrets).toBe(1);
    await called(ann, request());
    await called(owner, request());
    expect(await called(ben, request())).toMatchObject({ success: false });
    expect(sent).toEqual([`Bearer ${ANNS}`, `Bearer ${OWNERS}`]);

    await owner['config.set']({ body: { secrets_for_everyone: ['SHOP_KEY'] } });
    expect((await owner['secrets.list']()).secrets).toMatchObject([{ usableBy: 'everyone' }]);
    await called(ann, request());
    await called(ben, request());
    expect(sent.slice(2)).toEqual([`Bearer ${ANNS}`, `Bearer ${OWNERS}`]);
    expect((await ben['secrets.list']()).secrets).toEqual([]);

    // One that is stored later under the name is the owner's alone.
    await owner['secrets.delete'](named);
    await put(owner, OWNERS);
    expect(await called(ben, request())).toMatchObject({ success: false });

    // They outlast a rotation of the key and a restart, each as its person's.
    await owner['vault.rotate']();
    const members = [ann, ben];
    await engine.stop();
    await started(engine.dataDir);
    expect(members).toHaveLength(2);
    const people = (await owner['secrets.list']()).secrets;
    expect(people).toHaveLength(1);
    expect(engine.log.events('warn')).not.toContain('secrets cannot be read with the key of this vault');
  },
);

verifies(
  'people.secrets',
  'a word that a member calls a secret is not taken out of what others write and read; a key is masked everywhere',
  async () => {
    const words = 'the garden party';
    await put(ann, words);
    // Also where it was sent.
    await called(ann, request());
    const asked = async (asking: Asking, task: string) => {
      model = new ScriptedModel([[text('done')]]);
      const { sessionId } = await asking['sessions.create']({ body: {} });
      const { runId, events } = await asking['runs.start']({ params: { id: sessionId }, body: { task } });
      for await (const { type } of events) if (type === 'done') break;
      return (await asking['history.run']({ params: { id: runId ?? '' } })).task;
    };
    for (const asking of [owner, ben]) expect(await asked(asking, `To ${words}`)).toBe(`To ${words}`);
    await put(owner, OWNERS);
    await put(ann, ANNS);
    for (const key of [OWNERS, ANNS])
      for (const asking of [owner, ann]) expect(await asked(asking, `It is ${key}`)).toBe('It is [redacted]');
    await engine.stop();
    await started(engine.dataDir);
    expect(await asked(owner, `To ${words}`)).toBe(`To ${words}`);
    expect(await asked(owner, `It is ${ANNS}`)).toBe('It is [redacted]');
  },
);

verifies('people.usable', 'a tool server and tools of the owner', async () => {
  const server = closing(await startGoodToolServer([{ name: 'add', description: 'Adds.' }]));
  await connectedTo(engine, 'good', server.url);
  const call = { name: 'mcp__good__add', input: {} };
  expect(await called(owner, call)).toMatchObject({ success: true });
  const refused = await called(ann, call);
  expect(refused).toMatchObject({ success: false });
  expect(refused.offered.filter((name) => name.startsWith('mcp__'))).toEqual([]);
  expect(JSON.stringify(await ann['tools.list']())).not.toContain('good');
  await owner['config.set']({ body: { tool_servers_for_everyone: ['good'] } });
  expect(await called(ann, call)).toMatchObject({ success: true });
  expect(JSON.stringify(await ann['tools.list']())).toContain('good');
  await owner['tool-servers.remove']({ params: { name: 'good' } });
  expect((await owner['config.get']()).config.tool_servers_for_everyone).toBeUndefined();
});

verifies('people.usable', 'backups, profiles of APIs and the cloud account', async () => {
  for (const call of [
    { name: 'create_backup', input: {} },
    { name: 'api_setup', input: { action: 'list' } },
    { name: 'drive_search', input: { query: 'x' } },
  ])
    expect([call.name, (await called(ann, call)).success]).toEqual([call.name, false]);
  expect(await called(owner, { name: 'api_setup', input: { action: 'list' } })).toMatchObject({
    success: true,
  });
});

verifies(
  'people.private-hosts',
  'a server of the owner’s network is reached for the owner alone, until it is everybody’s',
  async () => {
    const asked = (): ScriptedCall => ({ name: 'http_request', input: { url: `http://${local}/` } });
    expect(await called(owner, asked())).toMatchObject({ success: true });
    expect(await called(ann, asked())).toMatchObject({ success: false });
    const watch = { url: `http://${local}/` };
    const plan = { body: { title: 'looks', task: 'say it', watch } };
    await refuses(ann['triggers.create'](plan), { code: 'invalid_trigger' });
    expect(sent).toHaveLength(1);
    await owner['config.set']({ body: { private_hosts_for_everyone: true } });
    expect(await called(ann, asked())).toMatchObject({ success: true });
  },
);

verifies(
  'people.secrets',
  'no text of a member tells whether a guess is a short secret of the owner, whose own texts are masked as before',
  async () => {
    const SHORT = 'Sommer2024!';
    const guesses = `Sommer2023! or ${SHORT} or Sommer2025!`;
    const provider = await startFakeProvider(streams(chat.textAnswer(`You said ${guesses}`).join('')));
    const house = await startTestEngine({
      env: { SVC_LLM_PROVIDER: 'compat', PRIMARY_BASE_URL: `${provider.url}/v1`, COMPAT_MODEL_ID: 'local' },
    });
    const ofOwner = askingWith(house, proofOfOwner('files'));
    const ofMember = askingWith(house, proofOf((await planted(house, { name: 'Cleo' })).personId));
    await ofOwner['config.set']({ body: { memory_extraction: false } });
    await put(ofOwner, SHORT);
    const everywhere = async (asking: Asking, task: string) => {
      const { sessionId, threadId } = await asking['sessions.create']({ body: {} });
      const { runId, events } = await asking['runs.start']({ params: { id: sessionId }, body: { task } });
      const seen: unknown[] = [];
      for await (const event of events) {
        seen.push(event);
        if (event.type === 'done') break;
      }
      const run = { params: { id: runId ?? '' } };
      const thread = { params: { id: threadId } };
      await asking['threads.set']({ ...thread, body: { instructions: task, title: task } });
      await asking['tasks.create']({ body: { title: task, description: task } });
      return JSON.stringify([
        seen,
        provider.arrived.at(-1)?.body,
        await asking['history.run'](run),
        await asking['threads.get'](thread),
        await asking['threads.messages']({ ...thread, query: {} }),
        await asking['threads.search']({ query: { q: 'Sommer2023' } }),
        await asking['tasks.list']({ query: {} }),
      ]);
    };
    const ofCleo = await everywhere(ofMember, guesses);
    expect(ofCleo).not.toContain('[redacted]');
    expect(ofCleo).toContain(guesses);
    const ofHers = await everywhere(ofOwner, guesses);
    expect(ofHers).toContain('Sommer2023! or [redacted] or Sommer2025!');
    expect(JSON.stringify(provider.arrived.at(-1)?.body)).not.toContain(SHORT);

    // As long as a key, and yet to be guessed.
    const PHRASE = 'Rosengarten-2024!';
    await put(ofOwner, PHRASE);
    expect(await everywhere(ofMember, `Is it ${PHRASE}`)).not.toContain('[redacted]');
    expect(await everywhere(ofOwner, `Is it ${PHRASE}`)).toContain('Is it [redacted]');
    await put(ofOwner, OWNERS);
    expect(await everywhere(ofMember, `It is ${OWNERS}`)).toContain('It is [redacted]');

    // Their own short word is masked for them, and for nobody else.
    await ofMember['secrets.put']({
      params: { name: 'OTHER_KEY' },
      body: { value: 'Sommer2023!', hosts: [] },
    });
    expect(await everywhere(ofMember, guesses)).toContain(`[redacted] or ${SHORT}`);
    expect(await everywhere(ofOwner, guesses)).toContain('Sommer2023! or [redacted]');
    await provider.close();
  },
);
