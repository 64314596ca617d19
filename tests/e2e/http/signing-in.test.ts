import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { signInLimits } from '../../../src/core/trust/sign-in/limits.ts';
import { databaseTokens, processTokens } from '../../../src/main/tokens.ts';
import { wrongTokenLimits } from '../../../src/adapters/in/http/wrong-tokens.ts';
import { ManualClock } from '../../doubles/manual-clock.ts';
import { startTestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { browserAt, house, programAt, PUBLIC_URL, reachable, tokenIn } from './browsers.ts';
import { refuses } from './problems.ts';
import { ask, within } from './wire.ts';

const notSignedIn = { status: 401 };

verifies('people.invitations', 'without the address of the engine there is no invitation', async () => {
  const engine = await startTestEngine();
  const inviting = engine.client['people.invite']({ body: { name: 'Ada' } });
  await refuses(inviting, { status: 409, code: 'public_url_required' });
  expect(await engine.client['me.get']()).toMatchObject({ signedIn: 'open', signingIn: false });
});

verifies(
  ['people.invitations', 'people.told'],
  'the first one signs the inviting browser in and closes every way in; accepting it makes the person, once',
  async () => {
    const engine = await reachable();
    const owner = browserAt(engine);
    const other = browserAt(engine);
    expect(await other.client['me.get']()).toMatchObject({ signedIn: 'open' });
    const { invitationId, url, expiresAt } = await owner.client['people.invite']({
      body: { name: 'Ada', hours: 72 },
    });
    expect(url.startsWith(`${PUBLIC_URL}/#/`)).toBe(true);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(71 * 3_600_000);
    expect(await owner.client['me.get']()).toMatchObject({
      role: 'owner',
      signedIn: 'first',
      signingIn: true,
    });
    await refuses(other.client['me.get'](), notSignedIn);
    expect(await other.client['login.state']()).toEqual({ required: true, loggedIn: false, people: true });
    expect((await owner.client['people.invitations']()).invitations).toMatchObject([
      { invitationId, name: 'Ada' },
    ]);

    const token = tokenIn(url);
    // Its token is nowhere in the store, and an invitation signs nobody in who is there.
    expect(
      JSON.stringify(await engine.engine.get(databaseTokens.databases).history.signIn.invitations()),
    ).not.toContain(token);
    const accept = (browser = other) => browser.client['login.invitation']({ body: { token } });
    await refuses(accept(owner), { status: 409, code: 'already_signed_in' });
    const answers = await Promise.allSettled([accept(), accept(browserAt(engine))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await refuses(accept(browserAt(engine)), { status: 410, code: 'invitation_unusable' });
    const { people } = await owner.client['people.list']();
    expect(people).toMatchObject([
      { role: 'owner', name: null },
      { role: 'member', name: 'Ada', dailyLimitUsd: 1, disabled: false },
    ]);
    expect((await owner.client['people.invitations']()).invitations).toEqual([]);
    const { notices } = await owner.client['notices.list']();
    expect(notices).toMatchObject([{ kind: 'people', says: { title: [{ code: 'told.let_in' }] } }]);
  },
);

verifies('people.invitations', 'a withdrawn one and one over its time let nobody in', async () => {
  const clock = new ManualClock(Date.UTC(2026, 5, 1));
  const engine = await reachable({ platform: { clock } });
  const owner = browserAt(engine);
  const withdrawn = await owner.client['people.invite']({ body: { name: 'Ada' } });
  await owner.client['people.withdraw']({ params: { id: withdrawn.invitationId } });
  const late = await owner.client['people.invite']({ body: { name: 'Bob', hours: 1 } });
  clock.jump(3_600_000);
  for (const { url } of [withdrawn, late])
    await refuses(browserAt(engine).client['login.invitation']({ body: { token: tokenIn(url) } }), {
      status: 410,
      code: 'invitation_unusable',
    });
  await refuses(owner.client['people.withdraw']({ params: { id: withdrawn.invitationId } }), {
    status: 404,
    code: 'invitation_not_found',
  });
  await refuses(owner.client['people.invite']({ body: { name: 'Eve', hours: 73 } }), { status: 400 });
});

verifies(
  ['people.invitations', 'people.set'],
  'signing in stays on after a restart and without members; the token and the files are the owner’s',
  async () => {
    const engine = await reachable();
    const { owner, member } = await house(engine);
    const { personId } = await member.client['me.get']();
    const { token } = await owner.client['auth.token']();
    await engine.stop();
    const again = await reachable({ dataDir: engine.dataDir });
    await refuses(browserAt(again).client['me.get'](), notSignedIn);
    const returned = browserAt(again);
    returned.setCookie(member.cookie());
    expect(await returned.client['me.get']()).toMatchObject({ personId, role: 'member' });
    expect(await programAt(again, token)['me.get']()).toMatchObject({ role: 'owner', signedIn: 'token' });
    const byToken = browserAt(again);
    await byToken.client['login.open']({ body: { token } });
    expect(await byToken.client['me.get']()).toMatchObject({ role: 'owner', signedIn: 'login' });
    const text = readFileSync(join(engine.dataDir, 'people.json'), 'utf8');
    expect(JSON.parse(text)).toEqual({ signingIn: true, disabled: [], removed: [], erasing: [] });
  },
);

verifies(
  'people.sessions',
  'each browser has its own, which is new at each sign-in, and can be ended',
  async () => {
    const engine = await reachable();
    const { owner, member } = await house(engine);
    const { sessions } = await member.client['me.sessions']();
    expect(sessions).toMatchObject([{ way: 'invitation', browser: 'Member/1.0', current: true }]);
    expect((await owner.client['me.sessions']()).sessions).toMatchObject([{ way: 'first', current: true }]);

    // One that was planted before the sign-in is never the one after it.
    const { url } = await owner.client['people.link']({
      params: { id: (await member.client['me.get']()).personId },
    });
    const fixed = browserAt(engine, 'Other/1.0');
    fixed.setCookie('f'.repeat(43));
    await fixed.client['login.link']({ body: { token: tokenIn(url) } });
    expect(fixed.cookie()).not.toBe('f'.repeat(43));
    const both = (await member.client['me.sessions']()).sessions;
    expect(both.map(({ way }) => way).toSorted()).toEqual(['invitation', 'link']);
    const other = both.find(({ way }) => way === 'link')?.sessionId ?? '';
    await refuses(owner.client['me.endSession']({ params: { id: other } }), {
      status: 404,
      code: 'session_not_found',
    });
    await member.client['me.endSession']({ params: { id: other } });
    await refuses(fixed.client['me.get'](), notSignedIn);

    const value = member.cookie() ?? '';
    const { signIn } = engine.engine.get(databaseTokens.databases).history;
    const stored = await signIn.sessionsOf((await engine.engine.services.people.list())[1]!.personId);
    expect(JSON.stringify(stored)).not.toContain(value);
    await member.client['login.end']();
    expect(member.cookie()).toBeNull();
    member.setCookie(value);
    await refuses(member.client['me.get'](), notSignedIn);
  },
);

verifies('people.sessions', 'a session does not count for another page, and its cookie is safe', async () => {
  const engine = await reachable({ env: { SVC_TRUST_PROXY: '127.0.0.1' } });
  const { member } = await house(engine);
  const cookie = ['Cookie', `svc_session=${member.cookie()}`] as const;
  const at = engine.port;
  for (const headers of [
    [cookie, ['Origin', 'http://evil.test']],
    [cookie, ['Sec-Fetch-Site', 'cross-site']],
  ] as const)
    expect((await ask(at, { target: '/api/me', headers })).status).toBe(403);
  expect((await ask(at, { method: 'POST', target: '/api/sessions', headers: [cookie] })).status).toBe(401);
  // A page elsewhere cannot sign a browser in as somebody else.
  const foreign = await ask(at, {
    method: 'POST',
    target: '/api/login/invitation',
    headers: [['Origin', 'http://evil.test']],
    body: JSON.stringify({ token: 'x'.repeat(43) }),
  });
  expect([foreign.status, foreign.header('set-cookie')]).toEqual([403, null]);
  const owner = programAt(engine, (await engine.engine.services.auth.token()).token);
  const { url } = await owner['people.invite']({ body: { name: 'Bob' } });
  const accepted = await ask(at, {
    method: 'POST',
    target: '/api/login/invitation',
    headers: [['X-Forwarded-Proto', 'https']],
    body: JSON.stringify({ token: tokenIn(url) }),
  });
  expect(accepted.status).toBe(201);
  expect(accepted.header('set-cookie')).toMatch(/; HttpOnly; Secure; SameSite=Strict$/u);
});

verifies(['people.links', 'people.told'], 'a link signs one browser in, once and in time', async () => {
  const clock = new ManualClock(Date.UTC(2026, 5, 1));
  const engine = await reachable({ platform: { clock } });
  const { owner, member } = await house(engine);
  const { personId: id } = await member.client['me.get']();
  await refuses(member.client['people.link']({ params: { id } }), { status: 403, code: 'owner_only' });
  const link = async () => tokenIn((await owner.client['people.link']({ params: { id } })).url);
  const use = (token: string, browser = browserAt(engine, 'New/1.0')) =>
    browser.client['login.link']({ body: { token } });
  const unusable = { status: 410, code: 'link_unusable' };
  const [first, second, third] = [await link(), await link(), await link()];
  await refuses(use(first, member), { status: 409, code: 'already_signed_in' });
  const signedIn = browserAt(engine, 'New/1.0');
  await use(first, signedIn);
  expect(await signedIn.client['me.get']()).toMatchObject({ personId: id, signedIn: 'link' });
  await refuses(use(first), unusable);
  const { notices } = await member.client['notices.list']();
  const titles = notices.map(({ says }) => says.title?.[0]?.code);
  expect(titles).toEqual(['told.new_browser', 'told.link', 'told.link', 'told.link']);
  await owner.client['people.set']({ params: { id }, body: { disabled: true } });
  await refuses(use(second), unusable);
  await refuses(owner.client['people.link']({ params: { id } }), { status: 409, code: 'person_disabled' });
  await owner.client['people.set']({ params: { id }, body: { disabled: false } });
  const fourth = await link();
  clock.jump(signInLimits.linkMs);
  for (const token of [third, fourth, 'x', first.toUpperCase()]) await refuses(use(token), unusable);
});

verifies(
  'people.tokens',
  'its scopes only narrow, it ends, and it makes nothing that lets somebody in',
  async () => {
    const clock = new ManualClock(Date.UTC(2026, 5, 1));
    const engine = await reachable({ platform: { clock } });
    const { owner, member } = await house(engine);
    const { personId } = await member.client['me.get']();
    const expiresAt = new Date(clock.now() + 3_600_000).toISOString();
    const made = await member.client['me.makeToken']({
      body: { name: 'reader', scopes: ['read', 'manage'], expiresAt },
    });
    expect((await member.client['me.tokens']()).tokens).toMatchObject([{ name: 'reader', expiresAt }]);
    expect(JSON.stringify(await member.client['me.tokens']())).not.toContain(made.token);
    expect((await owner.client['me.tokens']()).tokens).toEqual([]);
    const program = programAt(engine, made.token);
    expect(await program['me.get']()).toMatchObject({
      personId,
      signedIn: 'own_token',
      scopes: ['read', 'manage'],
    });
    await refuses(program['sessions.create']({ body: {} }), { status: 403, code: 'scope_too_narrow' });
    await refuses(program['vault.key'](), { status: 403, code: 'owner_only' });
    await refuses(program['me.makeToken']({ body: { name: 'more', scopes: ['read'] } }), {
      status: 403,
      code: 'sign_in_needed',
    });
    const id = made.tokenId;
    await refuses(owner.client['me.removeToken']({ params: { id } }), {
      status: 404,
      code: 'token_not_found',
    });
    await refuses(member.client['me.setToken']({ params: { id }, body: { scopes: ['run'] } }), {
      status: 403,
      code: 'scopes_only_narrow',
    });
    await member.client['me.setToken']({ params: { id }, body: { scopes: ['manage'] } });
    await refuses(program['me.get'](), { status: 403, code: 'scope_too_narrow' });
    for (const wrong of [`${made.token}x`, 'svc_own_', `svc_own_${'x'.repeat(43)}`])
      await refuses(programAt(engine, wrong)['me.get'](), notSignedIn);
    const kept = await member.client['me.makeToken']({ body: { name: 'kept', scopes: ['read'] } });
    clock.jump(3_600_000);
    await refuses(program['me.get'](), notSignedIn);
    await programAt(engine, kept.token)['me.get']();
    // Wrong tokens are answered ever later.
    await clock.advance(wrongTokenLimits.forgottenMs + 1);
    await owner.client['people.set']({ params: { id: personId }, body: { disabled: true } });
    await refuses(programAt(engine, kept.token)['me.get'](), { status: 401 });
    await owner.client['people.set']({ params: { id: personId }, body: { disabled: false } });
    // Who was disabled signs in anew, and makes new tokens.
    await refuses(programAt(engine, kept.token)['me.get'](), notSignedIn);
    await refuses(member.client['me.get'](), notSignedIn);
  },
);

verifies('people.tokens', 'it narrows also where nobody need sign in', async () => {
  const engine = await reachable();
  const { token } = await engine.client['me.makeToken']({ body: { name: 'reader', scopes: ['read'] } });
  const program = programAt(engine, token);
  await program['threads.list']();
  await refuses(program['sessions.create']({ body: {} }), { status: 403, code: 'scope_too_narrow' });
  await refuses(programAt(engine, `svc_own_${'x'.repeat(43)}`)['threads.list'](), notSignedIn);
});

verifies('people.set', 'the owner changes people; members are told names and change nobody', async () => {
  const engine = await reachable();
  const { owner, member } = await house(engine);
  const { personId } = await member.client['me.get']();
  const { personId: ownerId } = await owner.client['me.get']();
  const set = (id: string, body: object, by = owner) => by.client['people.set']({ params: { id }, body });
  expect(await set(personId, { name: 'Ada L.', dailyLimitUsd: null, proxyUser: 'ada' })).toMatchObject({
    name: 'Ada L.',
    dailyLimitUsd: null,
    proxyUser: 'ada',
  });
  expect(await set(ownerId, { name: 'Olga' })).toMatchObject({ name: 'Olga', role: 'owner' });
  await refuses(set(ownerId, { disabled: true }), { status: 409, code: 'owner_stays' });
  await refuses(set(ownerId, { proxyUser: 'ada' }), { status: 409, code: 'proxy_user_taken' });
  const nobody = engine.engine.get(processTokens.ids).next();
  await refuses(set(nobody, { name: 'X' }), { status: 404, code: 'person_not_found' });
  for (const body of [{ name: '' }, { name: 'a\nb' }, { dailyLimitUsd: -1 }, { role: 'owner' }])
    await refuses(set(personId, body), { status: 400 });
  await refuses(set(personId, { dailyLimitUsd: 100 }, member), { status: 403, code: 'owner_only' });
  expect((await member.client['people.list']()).people).toEqual([
    { personId: ownerId, name: 'Olga' },
    { personId, name: 'Ada L.' },
  ]);
});

verifies('people.open-streams', 'what may be done less ends open streams at once', async () => {
  const engine = await reachable();
  const { owner, member } = await house(engine);
  const { personId: id } = await member.client['me.get']();
  const open = async (headers: Record<string, string>) => {
    const response = await fetch(`${engine.baseUrl}/api/threads/events`, { headers });
    expect(response.status).toBe(200);
    const closed = (async () => {
      try {
        for await (const _ of response.body as unknown as AsyncIterable<Uint8Array>);
      } catch {
        // It is cut off.
      }
    })();
    return { closed };
  };
  const cookieOf = (browser: typeof member) => ({ cookie: `svc_session=${browser.cookie()}` });
  const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
  const make = (name: string) => member.client['me.makeToken']({ body: { name, scopes: ['read', 'run'] } });
  const ends = async (what: string, closed: Promise<void>) => await within(what, closed, 2_000);

  const [removed, narrowed, stays] = [await make('a'), await make('b'), await make('c')];
  const streams = [await open(bearer(removed)), await open(bearer(narrowed)), await open(bearer(stays))];
  await member.client['me.removeToken']({ params: { id: removed.tokenId } });
  await ends('the stream of a removed token', streams[0]!.closed);
  await member.client['me.setToken']({ params: { id: narrowed.tokenId }, body: { scopes: ['run'] } });
  await ends('the stream of a narrowed token', streams[1]!.closed);

  const second = browserAt(engine);
  const { url } = await owner.client['people.link']({ params: { id } });
  await second.client['login.link']({ body: { token: tokenIn(url) } });
  const out = await open(cookieOf(second));
  const own = await open(cookieOf(member));
  const ofOwner = await open(cookieOf(owner));
  await second.client['login.end']();
  await ends('the stream of one who signed out', out.closed);
  await owner.client['people.set']({ params: { id }, body: { disabled: true } });
  await ends(
    'the stream of one who was disabled',
    Promise.all([own.closed, streams[2]!.closed]).then(() => undefined),
  );
  const first = await Promise.race([
    ofOwner.closed.then(() => 'ended'),
    new Promise((go) => setImmediate(go, 'open')),
  ]);
  expect(first).toBe('open');
});

verifies(
  'people.open-streams',
  'the first invitation ends streams that nobody has signed in for',
  async () => {
    const engine = await reachable();
    const response = await fetch(`${engine.baseUrl}/api/threads/events`);
    const reader = response.body!.getReader();
    const ended = (async () => {
      for (;;) if ((await reader.read()).done) return 'ended';
    })().catch(() => 'ended');
    await browserAt(engine).client['people.invite']({ body: { name: 'Ada' } });
    expect(await within('the end of the stream', ended, 2_000)).toBe('ended');
  },
);

verifies(
  'people.tries',
  'wrong ones of a network are limited, also after a restart; what is valid still lets in',
  async () => {
    const clock = new ManualClock(Date.UTC(2026, 5, 1));
    const engine = await reachable({ platform: { clock } });
    const { owner, member } = await house(engine);
    const { url } = await owner.client['people.invite']({ body: { name: 'Bob' } });
    const tries = (at: typeof engine, token: string) =>
      browserAt(at).client['login.invitation']({ body: { token } });
    for (let nth = 0; nth < signInLimits.tries; nth += 1)
      await refuses(tries(engine, 'x'.repeat(43)), { status: 410 });
    const limited = { status: 429, code: 'too_many_tries' };
    await refuses(tries(engine, 'x'.repeat(43)), limited);
    await member.client['me.get']();
    await engine.stop();
    const again = await reachable({ dataDir: engine.dataDir, platform: { clock } });
    await refuses(tries(again, 'y'.repeat(43)), limited);
    // What is valid cannot be guessed: others who try keep nobody out.
    await tries(again, tokenIn(url));
    clock.jump(signInLimits.triesMs + 1);
    await refuses(tries(again, 'z'.repeat(43)), { status: 410 });
  },
);

verifies('people.clock', 'a clock that is set back brings nothing to life', async () => {
  const clock = new ManualClock(Date.UTC(2026, 5, 1));
  const engine = await reachable({ platform: { clock } });
  const { owner, member } = await house(engine);
  const { url } = await owner.client['people.invite']({ body: { name: 'Bob', hours: 1 } });
  const expiresAt = new Date(clock.now() + 3_600_000).toISOString();
  const { token } = await member.client['me.makeToken']({ body: { name: 'a', scopes: ['read'], expiresAt } });
  const accept = () => browserAt(engine).client['login.invitation']({ body: { token: tokenIn(url) } });
  const unusable = { status: 410, code: 'invitation_unusable' };
  clock.jump(2 * 3_600_000);
  await refuses(accept(), unusable);
  await refuses(programAt(engine, token)['me.get'](), notSignedIn);
  clock.jump(-2 * 3_600_000);
  await refuses(accept(), unusable);
  await refuses(programAt(engine, token)['me.get'](), notSignedIn);
  await member.client['me.get']();
  // By more than two days: nobody can tell how old anything is.
  clock.jump(-5 * 24 * 3_600_000);
  await refuses(member.client['me.get'](), notSignedIn);
  const { token: ofEngine } = await engine.engine.services.auth.token();
  const ada = (await programAt(engine, ofEngine)['people.list']()).people[1]!.personId;
  const link = await programAt(engine, ofEngine)['people.link']({ params: { id: ada } });
  const anew = browserAt(engine);
  await anew.client['login.link']({ body: { token: tokenIn(link.url) } });
  await anew.client['me.get']();
});
