import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import type { SpawnedEngine } from '../../harness/spawned-engine.ts';
import { startFakeProvider, type FakeProvider } from '../../servers/fake-provider.ts';
import { verifies } from '../../spec/verifies.ts';
import { anEngine, svc } from '../cli/engines.ts';
import { routes } from '../http/routes.ts';
import { filesIn, processesOf, rowsIn, type Said } from './everything-said.ts';
import { QUOTE, quotingProvider, READ, REFUSE } from './quoting-provider.ts';
import { finderOf } from './spellings.ts';

jest.setTimeout(120_000);

let provider: FakeProvider | undefined;

/** The owner's own words stay in their thread and wherever it is shown. */
const CONVERSATION = [
  'history.db',
  'history.db-wal',
  'stream of a run',
  'summary of a thread',
  'GET /api/export',
  'GET /api/threads',
  'GET /api/threads/:id',
  'GET /api/threads/:id/messages',
  'GET /api/threads/:id/debug-export',
  'GET /api/history/runs',
  'GET /api/history/runs/:id',
  'GET /api/history/runs/:id/tool-calls',
  'GET /api/runs/:runId/events',
  'GET /api/runs/:runId/timeline',
  'GET /api/threads/search?q=password',
  // The titles of threads.
  'GET /api/thread-insights',
] as const;

interface Door {
  readonly value: string;
  /** The places where it may appear; anywhere else it is a leak. */
  readonly may: readonly string[];
  /** A place where it must appear at the end, which proves that the scan looks there. */
  readonly must?: string;
}

/** Every way in which a secret enters, and where it may be at the end. No value looks like a secret. */
const DOORS = {
  'variable PRIMARY_API_KEY': {
    value: String.raw`Prim"ary/4711+zu\gang~9f3a`,
    may: ['environment of the engine'],
    must: 'environment of the engine',
  },
  'file of COMPAT_API_KEY_FILE': { value: 'Compat/2222+datei~7b1c-x', may: [] },
  'variable EU_PROVIDER_API_KEY': {
    value: 'Euro=3333/anbieter+55d0!',
    may: ['environment of the engine'],
  },
  'variable SVC_HTTP_TOKEN': {
    value: 'Tok4444-given.by_environment~e1',
    may: ['environment of the engine', 'GET /api/auth/token'],
    must: 'GET /api/auth/token',
  },
  'api_key by PUT, replaced later': { value: 'Put5555/erster+schluessel"a7', may: [] },
  'api_key by svc config set': {
    value: String.raw`Set6666/zweiter+schl\"ssel=b8`,
    may: ['config.json'],
    must: 'config.json',
  },
  'api_key of a profile': {
    value: 'Prof7777/eigener+schluessel=c9',
    may: ['config.json'],
    must: 'config.json',
  },
  'password in an address': {
    value: 'Url8888.passwort_im-link~d0',
    may: ['environment of the engine'],
    must: 'environment of the engine',
  },
  'key in a change that is refused': { value: 'Bad9999/kaputte+aenderung=e1', may: [] },
  'Authorization of a client': { value: 'Cli1010.fremder_kopf-wert~f2', may: [] },
  'query of a request': { value: 'Qry1111.in_der-adresse~a3', may: [] },
  'secret of the vault by PUT, in a task and in a file, and quoted': {
    value: 'Vlt1414/im+tresor="d6~x',
    may: ['workspace/passwords.txt'],
    must: 'workspace/passwords.txt',
  },
  'secret of the vault by svc secret set, short and plain': { value: 'wortspiel', may: [] },
  'value of a secret that is refused': { value: 'Ref1515/abgelehnt+wert"e7', may: [] },
  'variable SVC_SECRET_GIVEN': {
    value: 'Umg1616/aus+der=umgebung~f8',
    may: ['environment of the engine', 'workspace/passwords.txt'],
    must: 'workspace/passwords.txt',
  },
  'password in a task': {
    value: 'Eig1212/im+auftrag="b4',
    may: CONVERSATION,
    must: 'GET /api/threads/:id/messages',
  },
  'password in a file of the workspace': {
    value: 'Dat1313/in+der\\datei=c5',
    may: [...CONVERSATION, 'workspace/passwords.txt'],
    must: 'GET /api/history/runs/:id/tool-calls',
  },
} as const satisfies Readonly<Record<string, Door>>;

const valueOf = (door: keyof typeof DOORS): string => DOORS[door].value;

verifies(
  'security.secret-scan',
  'after a session with a secret through every door, each value is only where it may be',
  async () => {
    const said: Said[] = [];
    const hear = (where: string, bytes: Buffer | string) => void said.push({ where, bytes });

    const dataDir = join(temporaryDir(), 'data');
    const compatKeyFile = join(temporaryDir(), 'compat-key');
    writeFileSync(compatKeyFile, `${valueOf('file of COMPAT_API_KEY_FILE')}\n`);
    mkdirSync(join(dataDir, 'workspace'), { recursive: true, mode: 0o700 });
    writeFileSync(
      join(dataDir, 'workspace/passwords.txt'),
      [
        valueOf('password in a file of the workspace'),
        valueOf('secret of the vault by PUT, in a task and in a file, and quoted'),
        valueOf('variable SVC_SECRET_GIVEN'),
      ]
        .map((value) => `post office: ${value}\n`)
        .join(''),
    );
    const environment = {
      PRIMARY_API_KEY: valueOf('variable PRIMARY_API_KEY'),
      COMPAT_API_KEY_FILE: compatKeyFile,
      EU_PROVIDER_API_KEY: valueOf('variable EU_PROVIDER_API_KEY'),
      SVC_SEARXNG_URL: withPassword('https://search.example'),
      EU_PROVIDER_BASE_URL: withPassword('https://eu.example/v1'),
      SVC_SECRET_GIVEN: valueOf('variable SVC_SECRET_GIVEN'),
      LOG_LEVEL: 'debug',
    };

    const first = await anEngine(dataDir, environment);
    const { token: generated } = await first.client['auth.token']();
    const { key: firstKey } = await first.client['vault.key']();
    const quoted = [
      generated,
      valueOf('variable PRIMARY_API_KEY'),
      valueOf('file of COMPAT_API_KEY_FILE'),
      valueOf('variable EU_PROVIDER_API_KEY'),
      valueOf('api_key of a profile'),
      firstKey,
      valueOf('secret of the vault by PUT, in a task and in a file, and quoted'),
      valueOf('secret of the vault by svc secret set, short and plain'),
      valueOf('variable SVC_SECRET_GIVEN'),
    ];
    provider = await startFakeProvider(quotingProvider(quoted, valueOf('password in a task')));
    const asked = asking(first, hear);

    await storeSecrets(asked);
    const plain = valueOf('secret of the vault by svc secret set, short and plain');
    expect(await svc(dataDir, ['secret', 'set', 'PLAIN', '--hosts', 'a.test'], {}, plain)).toMatchObject({
      code: 0,
    });
    await configure(asked, provider.url);
    const refusing = await runOn(asked, hear, REFUSE);
    const set = await svc(
      dataDir,
      ['config', 'set', 'api_key', '-'],
      {},
      `${valueOf('api_key by svc config set')}\n`,
    );
    expect(set.code).toBe(0);
    const quoting = await runOn(asked, hear, QUOTE);
    const owners = await runOn(
      asked,
      hear,
      `${READ}. The password is ${valueOf('password in a task')}, keep it to yourself. And ${valueOf('secret of the vault by PUT, in a task and in a file, and quoted')}.`,
    );
    const withProfile = await runOn(asked, hear, REFUSE, { profile: 'own' });
    hear('answer to a refused client', await asStranger(first));
    const ofTerminal = await Promise.all([
      svc(dataDir, ['run', QUOTE]),
      svc(dataDir, ['run', REFUSE]),
      svc(dataDir, ['status', '--json']),
      svc(dataDir, ['config', '--json']),
      svc(dataDir, ['secret', '--json']),
      svc(dataDir, ['config', 'set', 'api_base_url', withPassword(provider.url)]),
    ]);
    for (const { stdout, stderr } of [set, ...ofTerminal]) hear('terminal', `${stdout}\n${stderr}`);
    await asked('POST', `/api/sessions/${quoting.sessionId}/compact`, {}, 'summary of a thread');
    await asked('POST', '/api/vault/rotate');
    const { key: secondKey } = await first.client['vault.key']();
    await readEverything(asked, quoting);
    for (const run of [refusing, owners, withProfile]) await readItsOwn(asked, run);
    said.push(...processesOf(first.process.pid ?? 0), ...filesIn(dataDir));
    await stopped(first, hear);

    // The same directory, now behind a token.
    const given = valueOf('variable SVC_HTTP_TOKEN');
    const second = await anEngine(dataDir, { ...environment, SVC_HTTP_TOKEN: given });
    hear('answer to a refused client', await asStranger(second));
    await readEverything(asking(second, hear, given), quoting);
    said.push(...processesOf(second.process.pid ?? 0));
    await stopped(second, hear);
    said.push(...filesIn(dataDir));
    for (const name of ['history.db', 'memory.db', 'vault.db']) said.push(rowsIn(dataDir, name));

    // The provider received these keys and could repeat them; otherwise there was nothing to mask.
    const arrived = provider.arrived.map(({ headers }) => headers.authorization ?? '').join();
    for (const door of [
      'api_key by PUT, replaced later',
      'api_key by svc config set',
      'api_key of a profile',
    ] as const)
      expect(arrived).toContain(valueOf(door));

    const doors: Readonly<Record<string, Door>> = {
      ...DOORS,
      'generated token': { value: generated, may: ['token.json', 'GET /api/auth/token'], must: 'token.json' },
      // Rotated away before the scan; the answer that showed it is scanned on its own.
      'first vault key': { value: firstKey, may: [] },
      'second vault key': { value: secondKey, may: ['vault.key', 'GET /api/vault/key'], must: 'vault.key' },
    };
    const heard = said.map(({ where, bytes }) => ({ where, bytes: Buffer.from(bytes) }));
    for (const [door, { value, may, must }] of Object.entries(doors)) {
      const foundIn = finderOf(value);
      const hits = heard.flatMap(({ where, bytes }) =>
        foundIn(bytes).map((spelling) => ({ where, spelling })),
      );
      expect([door, hits.filter(({ where }) => !may.includes(where))]).toEqual([door, []]);
      if (must !== undefined)
        expect([door, hits.map(({ where }) => where)]).toEqual([door, expect.arrayContaining([must])]);
    }
    // The quotations were masked, and none reached a file.
    expect(said.filter(({ where }) => where === 'stream of a run').join()).not.toBe('');
    expect(said.some(({ where, bytes }) => where === 'stream of a run' && bytes.includes('[redacted]'))).toBe(
      true,
    );
    expect(said.map(({ where }) => where)).not.toContain('workspace/keys.txt');
  },
);

type Asking = (method: string, target: string, body?: unknown, where?: string) => Promise<string>;

/** Sends a request and records the whole answer, headers included. */
function asking(
  { baseUrl }: SpawnedEngine,
  hear: (where: string, text: string) => void,
  token?: string,
): Asking {
  return async (method, target, body, where = `${method} ${target}`) => {
    const response = await fetch(`${baseUrl}${target}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    hear(where, `${JSON.stringify([...response.headers])}\n${text}`);
    return text;
  };
}

const withPassword = (url: string): string =>
  url.replace('//', `//user:${valueOf('password in an address')}@`);

async function storeSecrets(asked: Asking): Promise<void> {
  const value = valueOf('secret of the vault by PUT, in a task and in a file, and quoted');
  expect(await asked('PUT', '/api/secrets/STORED', { value, hosts: ['a.test'] })).toBe('');
  const bad = valueOf('value of a secret that is refused');
  const refused = [
    ['lower', { value: bad }],
    ['A', { value: [bad] }],
    ['A', { value: bad, hosts: [`${bad}/x`] }],
    ['A', { value: bad, more: bad }],
    ['A', `{"value":"${bad}`],
  ] as const;
  for (const [name, body] of refused)
    expect(JSON.parse(await asked('PUT', `/api/secrets/${name}`, body))).toMatchObject({
      status: 400,
    });
}

async function configure(asked: Asking, url: string): Promise<void> {
  const address = `${url}/v1`;
  const own = {
    provider: 'compat',
    api_base_url: `${url}/own/v1`,
    api_key: valueOf('api_key of a profile'),
    model_id: 'm',
  };
  const good = {
    provider: 'compat',
    api_base_url: address,
    api_key: valueOf('api_key by PUT, replaced later'),
    compat_model_id: 'm',
    model_profiles: { own },
  };
  expect(JSON.parse(await asked('PUT', '/api/config', good))).toMatchObject({
    config: { api_key: '[redacted]', model_profiles: { own: { api_key: '[redacted]' } } },
  });
  const bad = valueOf('key in a change that is refused');
  const refused = [
    { api_base_url: withPassword(address) },
    { searxng_url: withPassword(address) },
    { model_profiles: { own: { ...own, api_base_url: withPassword(address) } } },
    { mcp_servers: [{ name: 'a', url: withPassword(address) }] },
    { api_key: [bad] },
    { api_key: `${bad} ${bad}` },
    { password: bad },
    { api_key: bad, provider: 'nobody' },
    { model_profiles: { own: { ...own, key: bad } } },
    `{"api_key":"${bad}`,
    bad,
  ];
  for (const change of refused)
    expect(JSON.parse(await asked('PUT', '/api/config', change))).toMatchObject({ status: 400 });
}

interface Ran {
  readonly sessionId: string;
  readonly threadId: string;
  readonly runId: string;
}

/** A run in its own session; records its stream as received, and again with its texts joined. */
async function runOn(
  asked: Asking,
  hear: (where: string, text: string) => void,
  task: string,
  session: object = {},
): Promise<Ran> {
  const { sessionId, threadId } = JSON.parse(await asked('POST', '/api/sessions', session)) as Omit<
    Ran,
    'runId'
  >;
  const stream = await asked('POST', `/api/sessions/${sessionId}/run`, { task }, 'stream of a run');
  const events = [...stream.matchAll(/^data: (.*)$/gmu)].map(
    ([, data = '']) => JSON.parse(data) as Record<string, unknown>,
  );
  hear('stream of a run', events.map(({ text, summary }) => text ?? summary ?? '').join(''));
  const runId = events.at(-1)?.['runId'];
  expect(runId).toEqual(expect.any(String));
  return { sessionId, threadId, runId: String(runId) };
}

/** Every GET of the contract, for this run. */
async function readEverything(asked: Asking, run: Ran): Promise<void> {
  await readItsOwn(asked, run);
  for (const { method, path } of routes) {
    // The stream of all threads ends with the engine: it tells what GET /api/threads does.
    if (method !== 'GET' || path.includes(':') || path === '/api/threads/events') continue;
    await asked('GET', path);
  }
  for (const namespace of ['methods', 'status', 'learnings'])
    await asked('GET', `/api/memory/${namespace}?superseded=true`);
  await asked('GET', '/api/memory/search?q=key%20password');
  await asked('GET', '/api/threads/search?q=password');
}

/** Every GET that names this run, its thread or its session. */
async function readItsOwn(asked: Asking, { sessionId, threadId, runId }: Ran): Promise<void> {
  for (const { method, path } of routes) {
    if (method !== 'GET' || !path.includes(':')) continue;
    const isOfThread = path.startsWith('/api/threads/');
    const isOfSession = path.startsWith('/api/sessions/');
    const target = path
      .replace(':ns', 'knowledge')
      .replace(/:\w+/u, isOfThread ? threadId : isOfSession ? sessionId : runId);
    await asked('GET', target, undefined, `GET ${path}`);
  }
}

/** A client with an invalid token, and one that sends it in the wrong place. */
async function asStranger({ baseUrl }: SpawnedEngine): Promise<string> {
  const bearer = `Bearer ${valueOf('Authorization of a client')}`;
  const inQuery = encodeURIComponent(valueOf('query of a request'));
  const asked = [
    fetch(`${baseUrl}/api/status`, { headers: { authorization: bearer } }),
    fetch(`${baseUrl}/api/config`, { headers: { authorization: bearer, origin: 'http://evil.test' } }),
    fetch(`${baseUrl}/api/threads?token=${inQuery}&limit=x`),
    fetch(`${baseUrl}/api/${inQuery}`),
    fetch(`${baseUrl}/api/threads/${inQuery}`),
    fetch(`${baseUrl}/api/memory/${inQuery}`),
    fetch(`${baseUrl}/api/runs/${inQuery}/events?token=${inQuery}`),
    fetch(`${baseUrl}/api/sessions`, { method: 'POST', headers: { authorization: bearer }, body: inQuery }),
  ];
  const answers = (await Promise.all(asked)).map(
    async (response) => `${JSON.stringify([...response.headers])}\n${await response.text()}`,
  );
  return (await Promise.all(answers)).join('\n');
}

async function stopped(engine: SpawnedEngine, hear: (where: string, text: string) => void): Promise<void> {
  engine.process.kill('SIGTERM');
  const { code, stdout, stderr } = await engine.finished;
  expect(code).toBe(0);
  hear('stdout', stdout);
  hear('stderr', stderr);
}
