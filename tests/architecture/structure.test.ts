// A rule proves nothing until it is seen to fail. Every rule of config/tooling/structure-rules.mjs and
// every extra check of oxlint.json has a planted violation here, and each folder a clean file that must
// pass.
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { clear, plant, repository, run } from './planted.ts';

const coreAlone = 'core-stands-alone: core imports only core. Need the time? Take `Clock` in deps.';
const meet = 'features-meet-through-services: Of another feature import its model.ts';
const data =
  'contract-is-data: contract is data: of core it imports kernel, model.ts and keys.ts, the rest by `import type`';
const strangers = 'adapters-are-strangers: No adapter imports another adapter. Add a port in core';
const waysIn =
  'ways-in: A way in serves a table: it imports contract, core/features.ts, core/kernel and core/ports.';
const pageIsClient =
  'page-is-a-client: The page knows the engine by src/contract/client.ts and types of the contract';
const nothingNeedsThePage = 'nothing-needs-the-page: The page is built on its own and sent as files';
const waysOut = 'ways-out: A way out implements ports: it imports core and its own folder.';
const oneRoot = 'one-root: No other code imports main. Take what you need as a dependency';
const srcAlone = 'src-stands-alone: src never imports tests, bench or config.';
const owner = (name: string, folder: string): string =>
  `package-owner: '${name}' is imported only in ${folder}. Add a port`;
const clock = 'hidden-input: core reads no clock: take `now` from Clock.';
const ids = 'hidden-input: core makes no random values: take ids from Ids.';
const roomCircle = (way: string): string =>
  `room-circle: ${way}. A room needs a few facts of the other: name them in an interface in its own port.ts`;
const districtCircle = (way: string): string =>
  `district-circle: ${way}. Arrows between districts run one way`;
const fileCircle = (way: string): string => `file-circle: ${way}. Move what both need into a third file`;
const copiedMembers = 'copied-members: Wrap with `around(port, { what differs })` of core/kernel/around.ts';
const oneWayOut =
  'one-way-out: Only adapters/out/web, the wires of adapters/out/llm, the fetches of adapters/out/google and adapters/out/tool-client, the client of the private socket';
const environment = 'hidden-input: Only src/main reads the environment';

/** A file that imports a package of another folder. */
const FOREIGN: readonly (readonly [path: string, imported: string, folder: string])[] = [
  ['src/main/express.ts', 'express', 'src/adapters/in/http'],
  ['src/adapters/in/cli/helmet.ts', 'helmet', 'src/adapters/in/http'],
  ['src/adapters/in/http/commander.ts', 'commander', 'src/adapters/in/cli'],
  ['src/adapters/out/llm/undici.ts', 'undici', 'src/adapters/out/tool-client and src/adapters/out/web'],
  [
    'src/main/kysely.ts',
    'kysely/migration',
    'src/adapters/out/sql and src/adapters/out/sqlite and src/adapters/out/postgres',
  ],
  ['src/adapters/out/files/sqlite.ts', 'better-sqlite3', 'src/adapters/out/sqlite'],
  ['src/adapters/in/http/winston.ts', 'winston', 'src/adapters/out/system'],
  ['src/adapters/in/http/ajv.ts', 'ajv/dist/2020.js', 'src/adapters/out/system'],
  ['src/contract/ajv-formats.ts', 'ajv-formats', 'src/adapters/out/system'],
  ['src/adapters/out/sqlite/uuid.ts', 'uuid', 'src/adapters/out/system'],
  ['src/adapters/in/http/typebox.ts', 'typebox/value', 'src/contract'],
  ['src/adapters/in/http/sse.ts', 'eventsource-parser', 'src/contract and src/adapters/out/llm'],
  ['src/adapters/out/sqlite/inversify.ts', 'inversify', 'src/main'],
  ['src/core/automation/tasks/metadata.ts', 'reflect-metadata', 'src/main'],
  ['src/page/threads/marked.ts', 'marked', 'src/adapters/out/text and src/page/conversation'],
];

const under = (remedy: string, files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([path, source]) => [path, source, remedy] as const);

const violations: readonly (readonly [path: string, source: string, remedy: string])[] = [
  ...under(coreAlone, {
    'src/core/automation/tasks/to-contract.ts': `import '../../../contract/row.ts';`,
    'src/core/automation/tasks/to-adapter.ts': `import '../../../adapters/out/sqlite/open.ts';`,
    'src/core/kernel/to-contract-type.ts': `export type R = import('../../contract/row.ts').Row;`,
    'src/core/services-of-adapter.ts': `export * from '../adapters/in/http/router.ts';`,
  }),
  ...under(meet, {
    'src/core/automation/tasks/to-part.ts': `import type { P } from '../../conversation/prompts/secret.ts'; export type Q = P;`,
    'src/core/automation/tasks/deep/to-part.ts': `import '../../../conversation/prompts/secret.ts';`,
    'src/core/automation/tasks/to-service-value.ts': `export { PromptService } from '../../conversation/prompts/service.ts';`,
    'src/core/automation/tasks/to-store-value.ts': `import { type S } from '../../conversation/prompts/store.ts'; export type T = S;`,
  }),
  ...under('kernel-stands-below: ', {
    'src/core/kernel/to-feature.ts': `import '../conversation/prompts/service.ts';`,
  }),
  ...under(data, {
    'src/contract/http/to-service-value.ts': `export { TaskService } from '../../core/automation/tasks/service.ts';`,
    'src/contract/http/to-adapter.ts': `import type { R } from '../../adapters/in/http/router.ts'; export type S = R;`,
  }),
  ...under(waysIn, {
    'src/adapters/in/http/to-service.ts': `import type { T } from '../../../core/automation/tasks/service.ts'; export type S = T;`,
    'src/adapters/in/http/deep/to-store.ts': `export const load = () => import('../../../../core/automation/tasks/store.ts');`,
  }),
  ...under(waysOut, {
    'src/adapters/out/sqlite/to-contract.ts': `import type { R } from '../../../contract/row.ts'; export type S = R;`,
  }),
  ...under(strangers, {
    'src/adapters/in/http/to-mcp.ts': `import '../mcp/server.ts';`,
    'src/adapters/in/http/to-out.ts': `import '../../out/sqlite/open.ts';`,
    'src/adapters/out/llm/to-in.ts': `import '../../in/llm/router.ts';`,
    'src/adapters/out/sql/to-sqlite.ts': `import '../sqlite/open.ts';`,
    'src/adapters/out/llm/wire/messages/to-system.ts': `import '../../../system/clock.ts';`,
  }),
  ...under(oneRoot, {
    'src/core/automation/tasks/to-main.ts': `import '../../../main/tokens.ts';`,
    'src/contract/to-main.ts': `import type { M } from '../main/process/modes.ts'; export type N = M;`,
    'src/adapters/in/cli/to-main.ts': `import '../../../main/main.ts';`,
    'src/adapters/in/cli/to-launcher.ts': `import '../../../index.ts';`,
  }),
  ...under(srcAlone, {
    'src/core/automation/tasks/to-tests.ts': `import '../../../../tests/doubles/manual-clock.ts';`,
    'src/main/to-bench.ts': `import '../../bench/main.ts';`,
    'src/adapters/out/sqlite/detour.ts': `import '../sqlite/../../../../tests/doubles/manual-clock.ts';`,
  }),
  ...under('launcher: The launcher must parse on an old Node', {
    'src/index.ts': `import './main/boot.ts';`,
  }),
  ...under('without-node: core runs without Node.', {
    'src/core/automation/tasks/node.ts': `import type { Stats } from 'node:fs'; export type S = Stats;`,
    'src/core/automation/tasks/node-bare.ts': `export const load = () => import('fs/promises');`,
  }),
  ...under('without-node: contract is data and runs without Node.', {
    'src/contract/node.ts': `import 'node:path';`,
  }),
  ...under(owner('typebox', 'src/contract'), {
    'src/core/automation/tasks/package.ts': `import type { Static } from 'typebox'; export type S = Static<never>;`,
  }),
  ...under(`package-owner: no folder owns '@scope/unknown'. Give it one in`, {
    'src/main/unowned.ts': `import '@scope/unknown/part';`,
  }),
  ...under(clock, {
    'src/core/automation/tasks/now.ts': `export const now = Date.now();`,
    'src/core/automation/tasks/new-date.ts': `export const now = new Date();`,
    'src/core/automation/tasks/date-call.ts': `export const now = Date();`,
    'src/core/automation/tasks/now-taken.ts': `export const { now } = Date;`,
  }),
  ...under(ids, {
    'src/core/automation/tasks/random.ts': `export const id = Math.random();`,
    'src/core/automation/tasks/random-taken.ts': `export const { random } = Math;`,
  }),
  ...under(environment, {
    'src/adapters/out/llm/env.ts': `export const key = process.env['KEY'];`,
    'src/adapters/out/llm/env-global.ts': `export const key = globalThis.process['env']['KEY'];`,
    'src/adapters/in/cli/env-taken.ts': `export const { env } = process;`,
    'src/adapters/in/cli/env-imported.ts': `import { env } from 'node:process'; export const home = env['HOME'];`,
  }),
  ...under(pageIsClient, {
    'src/page/threads/to-row.ts': `import '../../contract/row.ts';`,
    'src/page/threads/to-core.ts': `import type { X } from '../../core/x/model.ts'; export type Y = X;`,
  }),
  ...under(nothingNeedsThePage, {
    'src/main/to-page.ts': `import '../page/engine/routes.ts';`,
  }),
  ...under(oneWayOut, {
    'src/page/threads/fetch.ts': `export const x = fetch('/api/threads');`,
    'src/main/fetch.ts': `export const x = fetch('http://a');`,
    'src/adapters/out/files/fetch-kept.ts': `export const get = { get: fetch };`,
    'src/adapters/out/files/fetch-default.ts': `export const f = (send = fetch) => send;`,
    'src/adapters/in/http/fetch-global.ts': `export const x = globalThis.fetch('http://a');`,
    'src/adapters/in/http/fetch-computed.ts': `export const x = globalThis['fetch'];`,
    'src/adapters/in/http/fetch-taken.ts': `export const { fetch } = globalThis;`,
    'src/core/automation/tasks/fetch.ts': `export const x = async () => await fetch('http://a');`,
    'src/main/web-socket.ts': `export const x = new WebSocket('ws://a');`,
    'src/main/http-get.ts': `import { get } from 'node:http'; export const x = get;`,
    'src/main/https-request.ts': `export { request } from 'https';`,
    'src/main/http-whole.ts': `import * as http from 'node:http'; export const x = http;`,
    'src/main/http-later.ts': `export const x = () => import('node:http');`,
    'src/main/http-all.ts': `export * from 'node:https';`,
    'src/main/net.ts': `import { connect } from 'node:net'; export const x = connect;`,
    'src/main/tls.ts': `import tls from 'node:tls'; export const x = tls;`,
    'src/main/dns.ts': `import { lookup } from 'node:dns/promises'; export const x = lookup;`,
  }),
  ...under(roomCircle('home/lamps -> home/shades -> home/lamps'), {
    'src/core/home/lamps/model.ts': `import type { Shade } from '../shades/model.ts'; export interface Lamp { readonly shade: Shade }`,
  }),
  ...under(roomCircle('home/shades -> home/lamps -> home/shades'), {
    'src/core/home/shades/model.ts': `export type Shade = string; export type Of = import('../lamps/limits.ts').Part;`,
  }),
  ...under(districtCircle('home -> street -> home'), {
    'src/core/home/doors/model.ts': `import type { Way } from '../../street/ways/model.ts'; export type Door = Way;`,
  }),
  ...under(districtCircle('street -> home -> street'), {
    'src/core/street/ways/model.ts': `import type { Part } from '../../home/lamps/limits.ts'; export type Way = Part;`,
  }),
  ...under(fileCircle('src/main/wheel.ts -> src/main/wheel-back.ts -> src/main/wheel.ts'), {
    'src/main/wheel.ts': `import type { B } from './wheel-back.ts'; export type A = B | 1;`,
  }),
  ...under(fileCircle('src/main/wheel-back.ts -> src/main/wheel.ts -> src/main/wheel-back.ts'), {
    'src/main/wheel-back.ts': `export const later = () => import('./wheel.ts'); export type B = 2;`,
  }),
  ...under(
    fileCircle(
      'src/core/automation/tasks/circle.ts -> src/core/automation/tasks/circle-back.ts -> src/core/automation/tasks/circle.ts',
    ),
    {
      'src/core/automation/tasks/circle.ts': `import type { B } from './circle-back.ts'; export type A = B | 1;`,
    },
  ),
  ...under(
    fileCircle(
      'src/core/automation/tasks/circle-back.ts -> src/core/automation/tasks/circle.ts -> src/core/automation/tasks/circle-back.ts',
    ),
    {
      'src/core/automation/tasks/circle-back.ts': `export type { A } from './circle.ts'; export type B = 2;`,
    },
  ),
  ...under(copiedMembers, {
    'src/core/automation/tasks/copied-object.ts': `interface Log { a(x: string): void; b(): void; c(): Promise<void>; d(): void }
export const quiet = (log: Log): Log => ({ a: (x) => log.a(x), b: () => log.b(), c: async () => { await log.c(); }, d: () => undefined });`,
    'src/main/copied-class.ts': `interface Log { a(x: string): void; b(): void; c(): number; d(): void }
export class Quiet implements Log {
  readonly #log: Log;
  constructor(log: Log) { this.#log = log; }
  a(x: string) { this.#log.a(x); }
  b() { this.#log.b(); }
  c() { return this.#log.c(); }
  d() { return undefined; }
}`,
  }),
  ...under('Promises must be awaited', {
    'src/main/floating.ts': `export const start = (go: () => Promise<void>) => { go(); };`,
  }),
  ...under('Expected non-Promise value in a boolean conditional', {
    'src/main/misused.ts': `export const start = (go: Promise<boolean>) => { if (go) return 1; return 2; };`,
  }),
  ...under('Expected an error object to be thrown', {
    'src/main/throws.ts': `export const fail = () => { throw 'text'; };`,
  }),
  ...under('Switch is not exhaustive', {
    'src/main/switch.ts': `export const f = (x: 'a' | 'b') => { switch (x) { case 'a': return 1; } return 2; };`,
  }),
  ...under('Unexpected `any`', {
    'src/main/any.ts': `export const f = (x: any) => x;`,
  }),
  ...under('Unexpected console statement', {
    'src/main/console.ts': `console.log('stdout carries protocol');`,
  }),
  ...under('Use "@ts-expect-error" instead of', {
    'src/main/silenced.ts': `// @ts-ignore
export const x = 1;`,
  }),
  ...FOREIGN.map(([path, imported, folder]) => {
    const [name = ''] = imported.split('/');
    return [path, `import '${imported}';`, owner(name, folder)] as const;
  }),
];

const clean: readonly (readonly [path: string, source: string])[] = [
  ['src/core/features.ts', `export type { TaskService } from './automation/tasks/service.ts';`],
  [
    'src/core/automation/tasks/service.ts',
    `import { answer } from '../../conversation/prompts/model.ts';
import type { PromptService } from '../../conversation/prompts/service.ts';
import type { PromptStore } from '../../conversation/prompts/store.ts';
import type { Clock } from '../../ports/clock.ts';
import { conflict } from '../../kernel/refusal.ts';
import { decide } from './model.ts';
import { part } from './deep/part.ts';
export type TaskService = [PromptService, PromptStore, Clock];
export const at = (now: number) => [answer, conflict, decide, part, new Date(now), Math.max(now, 1)];`,
  ],
  ['src/core/home/lamps/limits.ts', `export type Part = 'bulb';`],
  [
    'src/core/automation/tasks/ports-around.ts',
    `interface Log { a(x: string): void; b(): void; c(): number }
export abstract class LogAround implements Log {
  readonly #log: Log;
  constructor(log: Log) { this.#log = log; }
  a(x: string) { this.#log.a(x); }
  b() { this.#log.b(); }
  c() { return this.#log.c(); }
}
export const pair = (log: Log) => ({ a: (x: string) => log.a(x), b: () => log.b() });`,
  ],
  [
    'src/core/automation/tasks/deep/part.ts',
    `import { decide } from '../model.ts'; export const part = () => decide;`,
  ],
  [
    'src/contract/http/tasks.ts',
    `import { Type } from 'typebox';
import type { Services } from '../../core/features.ts';
import { KEYS } from '../../core/automation/tasks/keys.ts';
import { STATES } from '../../core/automation/tasks/model.ts';
import { row } from '../row.ts';
export const rows = (s: Services) => [Type, s, limits, KEYS, STATES, row];`,
  ],
  [
    'src/contract/events.ts',
    `import { createParser } from 'eventsource-parser'; export const parser = createParser;`,
  ],
  [
    'src/adapters/in/http/router.ts',
    `import { createServer } from 'node:http';
import express from 'express';
import helmet from 'helmet';
import { rows } from '../../../contract/http/tasks.ts';
import type { Services } from '../../../core/features.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import type { ToolBox } from '../../../core/execution/runs/port.ts';
import { sse } from './stream/sse.ts';
export const serve = (s: Services, c: Clock, b: ToolBox) => [createServer, express, helmet, rows, s, isRefusal, c, b, sse, Date.now()];`,
  ],
  ['src/adapters/in/http/stream/sse.ts', `import { pace } from '../pace.ts'; export const sse = () => pace;`],
  [
    'src/adapters/out/web/client.ts',
    `import { get } from 'node:http'; import { Client } from 'undici'; import a from 'ipaddr.js'; export const x = [fetch, get, Client, a];`,
  ],
  ['src/adapters/out/llm/wire/fetch.ts', `export const f = (send: typeof fetch = fetch) => send;`],
  [
    'src/main/no-client.ts',
    `import { createServer, type Agent } from 'node:http';
import { isIP } from 'node:net';
import type { Socket } from 'node:net';
export interface Reach { readonly fetch?: typeof fetch }
export const x = (r: Reach, a: Agent, s: Socket) => [createServer, isIP, r.fetch ? { fetch: r.fetch } : {}, a, s];`,
  ],
  ['src/adapters/in/cli/run.ts', `import { Command } from 'commander'; export const x = Command;`],
  [
    'src/adapters/out/sqlite/open.ts',
    `import Database from 'better-sqlite3';
import { Migrator } from 'kysely/migration';
import type { TaskStore } from '../../../core/automation/tasks/store.ts';
import { asTask } from '../../../core/automation/tasks/model.ts';
import { schema } from './engine/schema.ts';
export const open = (s: TaskStore) => [Database, Migrator, s, asTask, schema];`,
  ],
  [
    'src/adapters/out/llm/wire/messages/stream.ts',
    `import { createParser } from 'eventsource-parser'; import { x } from '../../x.ts'; export const y = [createParser, x];`,
  ],
  [
    'src/adapters/out/system/validate.ts',
    `import { Ajv2020 } from 'ajv/dist/2020.js'; import f from 'ajv-formats'; import { v7 } from 'uuid'; import w from 'winston'; export const z = [Ajv2020, f, v7, w, new Date(), Math.random()];`,
  ],
  [
    'src/main/main.ts',
    `import { Container } from 'inversify'; import { open } from '../adapters/out/sqlite/open.ts'; import { row } from '../contract/row.ts'; import type { S } from '../core/features.ts'; export const x = (s: S) => [Container, open, row, s, process.env['HOME']];`,
  ],
  [
    'tests/main/boot.test.ts',
    `import { main } from '../../src/main/main.ts'; import 'fast-check'; export const x = [main, process.env['HOME'], Date.now()];`,
  ],
  ['bench/main.ts', `import { boot } from '../src/main/boot.ts'; export const x = [boot, new Date()];`],
];

afterAll(clear);

describe('the structure rules', () => {
  const reports = new Map<string, string[]>();

  beforeAll(() => {
    const root = plant([...violations, ...clean]);
    const config = join(repository, 'config/tooling/oxlint.json');
    const output = run(root, 'oxlint/bin/oxlint', ['-c', config, '-f', 'json', 'src', 'tests', 'bench']);
    const { diagnostics } = JSON.parse(output) as { diagnostics: { filename: string; message: string }[] };
    for (const { filename, message } of diagnostics) {
      const path = filename.replaceAll('\\', '/');
      reports.set(path, [...(reports.get(path) ?? []), message]);
    }
  });

  it.each(violations)('refuse %s', (path, _source, remedy) => {
    expect(reports.get(path)).toEqual([expect.stringContaining(remedy)]);
  });

  it.each(clean)('accept %s', (path) => {
    expect(reports.get(path)).toBeUndefined();
  });
});

describe('the compiler settings of the core', () => {
  const impure: readonly (readonly [name: string, source: string])[] = [
    ['process', `export const x = process.pid;`],
    ['Buffer', `export const x = Buffer.from('x');`],
    ['fetch', `export const x = fetch('http://localhost');`],
    ['console', `console.log('x');`],
    ['setTimeout', `setTimeout(() => undefined, 1);`],
    ['crypto', `export const x = crypto.randomUUID();`],
    ['performance', `export const x = performance.now();`],
    ['timeout', `export const x = AbortSignal.timeout(1);`],
    ['node:fs', `import 'node:fs'; export * from 'node:fs';`],
  ];
  const pure = `const stop = new AbortController();
stop.signal.addEventListener('abort', () => undefined, { once: true });
export const signal: AbortSignal = AbortSignal.any([stop.signal]);
export const bytes: Uint8Array = new TextEncoder().encode(new URL('http://localhost').href);
export const text: string = new TextDecoder().decode(structuredClone(bytes));`;
  const fileOf = (name: string): string => `src/core/impure/${name.replace(':', '-')}.ts`;
  let errors: string[] = [];

  beforeAll(() => {
    const root = plant([
      ...impure.map(([name, source]) => [fileOf(name), source] as const),
      ['src/core/kernel/pure.ts', pure],
    ]);
    for (const file of [
      'package.json',
      'tsconfig.json',
      'src/core/tsconfig.json',
      'src/core/platform.d.ts',
    ]) {
      copyFileSync(join(repository, file), join(root, file));
    }
    const buildInfo = join(root, 'tsc.tsbuildinfo');
    errors = run(root, 'typescript/bin/tsc', ['-p', 'src/core', '--tsBuildInfoFile', buildInfo]).split('\n');
  });

  it.each(impure)('know no %s', (name) => {
    expect(errors).toContainEqual(expect.stringMatching(`^${fileOf(name)}.*error.*'${name}'`));
  });

  it('know AbortController, URL, text coding and structuredClone', () => {
    expect(errors.filter((line) => line.includes('error') && !line.includes('src/core/impure/'))).toEqual([]);
  });
});
