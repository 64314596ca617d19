import { expect } from '@jest/globals';
import { attach } from '../../../src/adapters/in/cli/attach.ts';
import type { Client } from '../../../src/contract/client.ts';
import type { httpRows } from '../../../src/contract/http/rows.ts';
import { startRestartable, type RestartableEngine } from '../../harness/restartable-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { ended } from '../backups/backups.ts';
import { browserAt, house, programAt, PUBLIC_URL, tokenIn } from '../http/browsers.ts';
import { signIn, withPasskey } from '../http/devices.ts';
import { refuses } from '../http/problems.ts';
import { accepting, moved } from './moving.ts';

const env = { SVC_PUBLIC_URL: PUBLIC_URL };

/** Ada, who has everything that lets somebody in; Bob, who was disabled; Eve, who was removed; and Dan, who was invited. */
async function peopled() {
  const engine = await startRestartable({ env });
  const { owner, member } = await house(engine as never);
  const { token: ofEngine } = await owner.client['auth.token']();
  const client = programAt(engine, ofEngine);
  const accepted = async (name: string) => {
    const { url } = await client['people.invite']({ body: { name } });
    const browser = browserAt(engine);
    await browser.client['login.invitation']({ body: { token: tokenIn(url) } });
    return { browser, id: (await browser.client['me.get']()).personId };
  };
  const bob = await accepted('Bob');
  const eve = await accepted('Eve');
  const ada = (await member.client['me.get']()).personId;
  const device = await withPasskey(member);
  const { token } = await member.client['me.makeToken']({ body: { name: 'a', scopes: ['read'] } });
  const { threadId } = await member.client['sessions.create']({ body: {} });
  const fact = { params: { ns: 'knowledge' }, body: { text: 'Ada has a boat.' } };
  await member.client['memory.append'](fact);
  const grant = { class: 'send_outside' as const, target: 'api.example.org' };
  await member.client['consents.allow']({ body: grant });
  await owner.client['consents.allow']({ body: grant });
  const { url: invitation } = await client['people.invite']({ body: { name: 'Dan' } });
  const { url: link } = await client['people.link']({ params: { id: ada } });
  await client['people.set']({ params: { id: bob.id }, body: { disabled: true } });
  await client['people.remove']({ params: { id: eve.id }, body: { erase: true } });
  return {
    engine,
    client,
    device,
    ada,
    bob: bob.id,
    threadId,
    cookies: [owner, member, bob.browser, eve.browser].map((browser) => browser.cookie()),
    tokens: [token, ofEngine],
    invitation,
    link,
  };
}

type Peopled = Awaited<ReturnType<typeof peopled>>;

/** Nobody comes in with what they had, and whoever comes in anew has what is theirs, and no consent. */
async function expectClosed(target: RestartableEngine, from: Peopled): Promise<void> {
  const { client: owner, close } = attach(target.running.socket);
  const asTheOwner = owner as unknown as Client<typeof httpRows>;
  for (const cookie of [null, ...from.cookies]) {
    const browser = browserAt(target);
    browser.setCookie(cookie);
    await refuses(browser.client['me.get'](), { status: 401 });
  }
  for (const token of from.tokens)
    await refuses(programAt(target, token)['me.get'](), { status: 401, code: 'unauthenticated' });
  const anew = browserAt(target);
  for (const [way, url] of [
    ['login.invitation', from.invitation],
    ['login.link', from.link],
  ] as const)
    await refuses(anew.client[way]({ body: { token: tokenIn(url) } }), { status: 410 });
  expect((await asTheOwner['people.invitations']()).invitations).toEqual([]);
  const { people } = await asTheOwner['people.list']();
  expect(people.map(({ name, disabled }) => [name, disabled])).toEqual([
    [null, false],
    ['Ada', false],
    ['Bob', true],
  ]);
  expect((await asTheOwner['consents.list']()).consents).toEqual([]);
  const disabled = { params: { id: from.bob } };
  await refuses(asTheOwner['people.link'](disabled), { status: 409, code: 'person_disabled' });
  const { url } = await asTheOwner['people.link']({ params: { id: from.ada } });
  await anew.client['login.link']({ body: { token: tokenIn(url) } });
  const { threadId } = await anew.client['threads.get']({ params: { id: from.threadId } });
  expect(threadId).toBe(from.threadId);
  await refuses(asTheOwner['threads.get']({ params: { id: threadId } }), { status: 404 });
  const { content } = await anew.client['memory.read']({ params: { ns: 'knowledge' } });
  expect(content).toBe('Ada has a boat.');
  expect((await anew.client['consents.list']()).consents).toEqual([]);
  expect((await anew.client['me.tokens']()).tokens).toEqual([]);
  await close();
}

verifies(
  'people.moves',
  'a move brings people and what is theirs, and nothing that lets them in',
  async () => {
    const from = await peopled();
    const target = await startRestartable({ env });
    const migrationToken = await accepting(target);
    const { last } = await moved({ client: from.client }, { targetUrl: target.baseUrl, migrationToken });
    expect(last.type).toBe('done');
    await expectClosed(target, from);
    // A passkey proves who somebody is to an address, and that is the same.
    const phone = browserAt(target);
    await signIn(phone, from.device);
    expect((await phone.client['me.get']()).personId).toBe(from.ada);

    const elsewhere = await startRestartable({ env: { SVC_PUBLIC_URL: 'https://other.example.test' } });
    const again = { targetUrl: elsewhere.baseUrl, migrationToken: await accepting(elsewhere) };
    expect((await moved({ client: from.client }, again)).last.type).toBe('done');
    await refuses(signIn(browserAt(elsewhere), from.device), { status: 401, code: 'passkey_refused' });
  },
);

verifies(
  'people.moves',
  'an import brings people and what is theirs, and nothing that lets them in',
  async () => {
    const from = await peopled();
    const headers = { accept: 'application/zip', authorization: `Bearer ${from.tokens[1]}` };
    const zip = await (await fetch(`${from.engine.baseUrl}/api/export`, { headers })).blob();
    const target = await startRestartable({ env });
    const { client, close } = attach(target.running.socket);
    const { operationId } = await client['export.import']({ body: zip });
    expect(await ended({ client } as never, operationId)).toMatchObject({ status: 'completed' });
    await close();
    await expectClosed(target, from);
  },
);
