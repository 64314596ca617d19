import { expect } from '@jest/globals';
import type { Transport } from '../../../src/contract/client.ts';
import type { PersonId } from '../../../src/core/kernel/ids.ts';
import type { Scope } from '../../../src/core/trust/people/model.ts';
import { planted } from '../../harness/people.ts';
import { INITIALIZE, modernMeta, openTestPort } from '../../harness/tool-server.ts';
import { verifies } from '../../spec/verifies.ts';
import { ask, within } from '../http/wire.ts';
import { startHostedEngine } from './host.ts';

async function started(env: Record<string, string> = {}) {
  const engine = await startHostedEngine({ env, surface: { token: () => null } });
  const asked: string[] = [];
  const reaching: Transport = async (url, init) => {
    asked.push(new URL(url).pathname);
    return await fetch(url.replace('http://localhost', engine.baseUrl), init as RequestInit);
  };
  const admissions = () => asked.filter((path) => path === '/api/tool-server/admission').length;
  const port = await openTestPort({ dataDir: engine.dataDir, env, engine: reaching });
  const { services } = engine.engine;
  const tokenOf = async (person: PersonId, scopes: readonly Scope[] = ['read', 'run', 'manage']) =>
    await services.ownTokens.make(
      { person, role: 'member', scopes, signedIn: 'invitation' },
      { name: 'host', scopes, expiresAt: null },
    );
  const { personId } = await planted(engine);
  const post = (body: object, bearer: string | null, more: Record<string, string> = {}) =>
    fetch(port.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...more,
      },
      body: JSON.stringify(body),
    });
  const start = async (bearer: string) => {
    const params = { name: 'svc_run_start', arguments: { task: 'do it' }, _meta: modernMeta() };
    const response = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, bearer, {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'svc_run_start',
    });
    return await response.text();
  };
  /** Opens a stream of a session of its own. @returns what resolves at its end, and the session */
  const follow = async (token: string) => {
    const begun = await post(INITIALIZE, token);
    const session = begun.headers.get('mcp-session-id') ?? '';
    await begun.text();
    const stream = await fetch(port.url, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}`, 'mcp-session-id': session },
    });
    expect(stream.status).toBe(200);
    const ended = (async () => {
      for await (const _ of stream.body as unknown as AsyncIterable<Uint8Array>);
    })().catch(() => undefined);
    return { session, ended };
  };
  return { engine, port, services, tokenOf, personId, post, start, follow, admissions };
}

verifies(
  'people.tool-server',
  'the token of a person works as them and within its scopes, and ends what is open with it',
  async () => {
    const { engine, services, tokenOf, personId, post, start, follow, admissions } = await started({
      SVC_MCP_SECRET: 'a-secret-of-32-characters-at-least',
    });
    const { token, tokenId } = await tokenOf(personId);
    expect(await start(token)).toContain('run_id');
    const ownRuns = await services.history.runs(personId, { filter: {}, limit: 10, after: null } as never);
    expect(ownRuns.items).toMatchObject([{ startedBy: { kind: 'host', personId } }]);
    const ofOwner = await services.history.runs(services.people.owner, {
      filter: {},
      limit: 10,
      after: null,
    } as never);
    expect(ofOwner.items).toEqual([]);
    const narrow = await tokenOf(personId, ['read']);
    expect(await start(narrow.token)).toContain('scope_too_narrow');

    const { session, ended } = await follow(token);
    // It is nobody else's session.
    const listing = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    for (const other of ['a-secret-of-32-characters-at-least', narrow.token])
      expect((await post(listing, other, { 'mcp-session-id': session })).status).toBe(404);
    const other = await follow(narrow.token);
    const before = admissions();
    await services.ownTokens.remove(
      { person: personId, role: 'member', scopes: [], signedIn: 'invitation' },
      tokenId,
    );
    await within('the end of the stream', ended, 2_000);
    // It was told, and asked for each stream that was open then.
    expect(admissions() - before).toBe(2);
    expect((await post(INITIALIZE, token)).status).toBe(401);
    expect((await post(INITIALIZE, narrow.token)).status).toBe(200);
    await services.people.set(personId, { disabled: true });
    await within('the end of the other stream', other.ended, 2_000);
    expect((await post(INITIALIZE, narrow.token)).status).toBe(401);
    await engine.stop();
  },
);

verifies('people.tool-server', 'without a secret nobody is let in once people sign in', async () => {
  const { port, services, tokenOf, personId, post } = await started();
  expect((await post(INITIALIZE, null)).status).toBe(200);
  await services.people.turnSigningInOn();
  for (const headers of [[], [['Authorization', 'Bearer anything'] as const]]) {
    const reply = await ask(port.port, {
      method: 'POST',
      target: '/mcp',
      headers,
      body: JSON.stringify(INITIALIZE),
    });
    expect([reply.status, reply.body.includes('SVC_MCP_SECRET')]).toEqual([401, true]);
  }
  const { token } = await tokenOf(personId);
  expect((await post(INITIALIZE, token)).status).toBe(200);
});
