import { expect } from '@jest/globals';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { SoftAuthenticator } from '../../doubles/authenticator.ts';
import { processTokens } from '../../../src/main/tokens.ts';
import { startTestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { browserAt, house, programAt, PUBLIC_URL, reachable } from './browsers.ts';
import { signIn, withPasskey } from './devices.ts';
import { refuses } from './problems.ts';

const refused = { status: 401, code: 'passkey_refused' };

verifies(
  ['people.passkeys', 'people.told'],
  'a passkey signs its person in: once for each beginning, in the browser that began, at this address',
  async () => {
    const engine = await reachable();
    const { owner, member } = await house(engine);
    const { personId } = await member.client['me.get']();
    const device = await withPasskey(member);
    expect((await member.client['me.passkeys']()).passkeys).toMatchObject([
      { name: 'phone', lastUsedAt: null },
    ]);
    expect(await member.client['login.ways']()).toEqual({ token: true, passkey: true, oidc: false });

    const other = browserAt(engine, 'Phone/1.0');
    await signIn(other, device);
    expect(await other.client['me.get']()).toMatchObject({ personId, signedIn: 'passkey' });
    expect((await member.client['notices.list']()).notices[0]?.says.title?.[0]?.code).toBe(
      'told.new_browser',
    );
    await refuses(signIn(other, device), { status: 409, code: 'already_signed_in' });

    const began = browserAt(engine);
    const { options } = await began.client['login.passkeyOptions']();
    const answer = device.get(options);
    // In another browser, one that an attacker has lured.
    const lured = browserAt(engine);
    await refuses(lured.client['login.passkey']({ body: { answer } }), refused);
    await began.client['login.passkey']({ body: { answer } });
    const again = browserAt(engine);
    again.setMark(began.mark());
    await refuses(again.client['login.passkey']({ body: { answer } }), refused);

    // Made elsewhere, without the person at the device, by a copy that is behind, and by another device.
    const elsewhere = new SoftAuthenticator('https://evil.test', 'svc.example.test');
    const { options: toCreate } = await member.client['me.passkeyOptions']();
    await refuses(
      member.client['me.addPasskey']({ body: { name: 'x', answer: elsewhere.create(toCreate) } }),
      refused,
    );
    const next = async (make: (given: Record<string, unknown>) => Record<string, unknown>) => {
      const browser = browserAt(engine);
      const given = (await browser.client['login.passkeyOptions']()).options;
      await refuses(browser.client['login.passkey']({ body: { answer: make(given) } }), refused);
    };
    await next((given) => device.get(given, { verified: false }));
    await next((given) => {
      device.counter = 0;
      return device.get(given);
    });
    device.counter = 100;
    await next((given) => ({
      ...new SoftAuthenticator(PUBLIC_URL).get(given),
      id: device.id.toString('base64url'),
    }));
    await next((given) => new SoftAuthenticator(PUBLIC_URL).get(given));
    await next(() => ({ id: 7 }));

    await owner.client['people.set']({ params: { id: personId }, body: { disabled: true } });
    await next((given) => device.get(given));
    await owner.client['people.set']({ params: { id: personId }, body: { disabled: false } });
    const back = browserAt(engine);
    await signIn(back, device);
    const id = device.id.toString('base64url');
    await refuses(owner.client['me.removePasskey']({ params: { id } }), {
      status: 404,
      code: 'passkey_not_found',
    });
    await back.client['me.removePasskey']({ params: { id } });
    await next((given) => device.get(given));
  },
);

verifies('people.passkeys', 'it ends with its minutes, and a token makes none', async () => {
  const clock = new ManualClock(Date.UTC(2026, 5, 1));
  const engine = await reachable({ platform: { clock } });
  const { member } = await house(engine);
  const device = await withPasskey(member);
  const late = browserAt(engine);
  const { options } = await late.client['login.passkeyOptions']();
  await clock.advance(10 * 60_000);
  await refuses(late.client['login.passkey']({ body: { answer: device.get(options) } }), refused);
  const { token } = await member.client['me.makeToken']({ body: { name: 'x', scopes: ['manage'] } });
  await refuses(programAt(engine, token)['me.passkeyOptions'](), { status: 403, code: 'sign_in_needed' });
});

verifies(
  'people.passkeys',
  'without https and a name there are none, and at another address they do not count',
  async () => {
    const engine = await reachable();
    const { member } = await house(engine);
    const device = await withPasskey(member);
    await engine.stop();
    const moved = await reachable({
      dataDir: engine.dataDir,
      env: { SVC_PUBLIC_URL: 'https://other.example.test' },
    });
    const there = browserAt(moved);
    there.setCookie(member.cookie());
    expect((await there.client['me.passkeys']()).passkeys).toEqual([]);
    const { options } = await browserAt(moved).client['login.passkeyOptions']();
    await refuses(
      browserAt(moved).client['login.passkey']({ body: { answer: device.get(options) } }),
      refused,
    );
    for (const SVC_PUBLIC_URL of ['http://svc.example.test', 'https://192.0.2.1', '']) {
      const without = await startTestEngine({ env: { SVC_PUBLIC_URL } });
      await refuses(without.client['login.passkeyOptions'](), { status: 409, code: 'passkeys_unavailable' });
    }
  },
);

verifies('people.passkeys', 'beginnings leave nothing behind, since anybody may make them', async () => {
  const engine = await reachable();
  await house(engine);
  const known = () => engine.engine.get(processTokens.knownSecrets).values().length;
  const before = known();
  const stranger = browserAt(engine, 'Stranger/1.0');
  for (let nth = 0; nth < 20; nth++) await stranger.client['login.passkeyOptions']();
  expect(known()).toBe(before);
});
