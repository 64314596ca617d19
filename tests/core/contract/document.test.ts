import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { AjvValidator } from '../../../src/adapters/out/system/ajv-validator.ts';
import { agentTools } from '../../../src/contract/agent/tools.ts';
import { commands } from '../../../src/contract/cli/commands.ts';
import type { Feature } from '../../../src/contract/feature.ts';
import { features } from '../../../src/contract/features.ts';
import { describedApi, httpRows, socketRows } from '../../../src/contract/http/rows.ts';
import { openApi } from '../../../src/contract/openapi.ts';
import type { AnyHttpRow } from '../../../src/contract/row.ts';
import { profileSchema } from '../../../src/core/outside/api-store/profile-file.ts';
import { configFileSchema, configPatchSchema } from '../../../src/core/instance/config/keys.ts';
import { verifies } from '../../spec/verifies.ts';

const rows = Object.entries<AnyHttpRow>(socketRows);
const root = new URL('../../../', import.meta.url);
const text = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** Routes that clients rely on, written out, so that a lost row is noticed. */
const PROMISED = [
  'GET /health',
  'GET /api/health',
  'GET /readyz',
  'POST /api/sessions',
  'DELETE /api/sessions/:id',
  'POST /api/sessions/:id/run',
  'POST /api/sessions/:id/abort',
  'GET /api/runs/:runId/events',
  'GET /api/threads',
  'GET /api/threads/:id',
  'PATCH /api/threads/:id',
  'DELETE /api/threads/:id',
  'GET /api/threads/:id/messages',
  'GET /api/config',
  'PUT /api/config',
  'GET /api/memory/:ns',
  'PUT /api/memory/:ns',
  'POST /api/memory/:ns/append',
  'PATCH /api/memory/:ns',
  'DELETE /api/memory/:ns',
  'GET /api/memory/search',
  'GET /api/openapi.json',
  'POST /api/sessions/:id/secret-saved',
  'GET /api/secrets',
  'GET /api/secrets/status',
  'PUT /api/secrets/:name',
  'DELETE /api/secrets/:name',
  'GET /api/api-profiles',
  'GET /api/api-profiles/:id',
  'GET /api/vault/key',
  'POST /api/vault/rotate',
  'GET /api/consents',
  'POST /api/consents',
  'DELETE /api/consents/:id',
];

verifies('contract.rows.declared', 'every promised route has a row, and no two rows share an address', () => {
  const routes = rows.map(([, { route }]) => route);
  expect(routes).toEqual(expect.arrayContaining(PROMISED));
  const shapes = routes.map((route) => route.replace(/:\w+/gu, ':'));
  expect(new Set(shapes).size).toBe(shapes.length);
  // A second row with the same name would silently replace the first.
  const ofFeatures = Object.values<Feature>(features).flatMap(({ http = {} }) => Object.keys(http));
  expect(ofFeatures.toSorted()).toEqual(
    rows.flatMap(([id]) => (id === 'contract.document' ? [] : [id])).toSorted(),
  );
});

verifies('contract.rows.declared', 'every schema of every row is valid JSON Schema, and compiles', () => {
  const validator = new AjvValidator();
  const metaSchema = new Ajv2020();
  const schemas = rows.flatMap(([, row]) => [
    row.body,
    row.query,
    row.headers,
    ...(row.kind === 'json' ? [row.returns] : []),
    ...(row.kind === 'events' ? Object.values(row.events) : []),
  ]);
  const own = [configFileSchema, configPatchSchema, profileSchema];
  for (const schema of [...schemas, ...agentTools.map(({ input }) => input), ...own])
    if (schema) {
      expect([metaSchema.validateSchema(schema), metaSchema.errors]).toEqual([true, null]);
      expect(() => validator.check(schema, {})).not.toThrow();
    }
});

verifies('contract.openapi', 'config/openapi.json matches the rows: if not, run `make contract`', () => {
  const { version } = JSON.parse(text('package.json')) as { version: string };
  expect(text('config/openapi.json')).toBe(`${JSON.stringify(openApi(describedApi(), version), null, 2)}\n`);
});

verifies(
  'contract.openapi',
  'the document is OpenAPI 3.1 and names every operation once, with its path parameters',
  () => {
    const document = openApi(describedApi(), '0');
    expect(document.openapi).toMatch(/^3\.1\./u);
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, operation: operation as Record<string, unknown> })),
    );
    expect(operations.map(({ operation }) => operation['operationId']).toSorted()).toEqual(
      Object.keys(httpRows).toSorted(),
    );
    for (const { path, operation } of operations) {
      const named = (operation['parameters'] as { in: string; name: string }[]).filter(
        (one) => one.in === 'path',
      );
      expect(named.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/gu) ?? []);
    }
  },
);

test('commands have distinct names, and ask a route or have code of their own, which at most 40 have', () => {
  const names = commands.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const all = (rows: typeof commands): typeof commands =>
    rows.flatMap((row) => [row, ...all(row.commands ?? [])]);
  expect(all(commands).filter(({ asks, own }) => asks === undefined && own === undefined)).toEqual([]);
  const own = new Set(all(commands).flatMap((row) => row.own ?? []));
  expect(own.size).toBeLessThanOrEqual(40);
});

test('agent tools have distinct names and a description', () => {
  expect(new Set(agentTools.map(({ name }) => name)).size).toBe(agentTools.length);
  for (const { name, summary } of agentTools)
    expect([name, summary.length > 20]).toEqual([expect.stringMatching(/^[a-z_]+$/u), true]);
});
