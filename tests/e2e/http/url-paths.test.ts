import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { ScriptedModel } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { expectSomeProblem } from './problems.ts';
import { routes, someInTurn } from './routes.ts';
import { ask } from './wire.ts';

const CANARY = 'canary-4711';

let engine: TestEngine;
let root: string;
beforeAll(async () => {
  root = temporaryDir();
  writeFileSync(join(root, 'canary.txt'), CANARY);
  engine = await startTestEngine({ model: new ScriptedModel(), dataDir: join(root, 'data') });
});
afterAll(() => expect(engine.log.events('error')).toEqual([]));

/**
 * Path tricks in a URL: spellings that would be another path, or another resource, after another decoding.
 */
const SPELLINGS = [
  '..',
  '../canary.txt',
  '../../canary.txt',
  '%2e%2e',
  '%2e%2e%2fcanary.txt',
  '..%2fcanary.txt',
  '..%2f..%2fcanary.txt',
  '.%2e/canary.txt',
  '%252e%252e%252fcanary.txt',
  '%c0%ae%c0%ae%c0%afcanary.txt',
  '..%5ccanary.txt',
  '..\\canary.txt',
  '%2fetc%2fpasswd',
  '/etc/passwd',
  '//etc/passwd',
  '%2f%2fetc%2fpasswd',
  '%2fproc%2fself%2fenviron',
  '%2fdev%2fzero',
  '~',
  '~root',
  '%00',
  'x%00.json',
  'config.json',
  'history.db',
  'x.',
  'x%20',
  '%20',
  'C:%5ccanary.txt',
  'file:%2f%2f%2fetc%2fpasswd',
  '%ef%bc%8e%ef%bc%8e%ef%bc%8fcanary.txt',
  '%e2%80%a5%ef%bc%8fcanary.txt',
  '..%2fdata-evil%2fcanary.txt',
  'x'.repeat(5_000),
  '%2e%2e%2f'.repeat(500),
  '%',
  '%zz',
  '%ed%a0%80',
  ';',
  '.',
  '__proto__',
  'constructor',
  "'%20or%201=1--",
];

const filesNow = (): readonly string[] => readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted();

verifies('security.paths', 'every spelling of a path outside is answered as not found', async () => {
  const before = filesNow();
  for (const [index, { method, path }] of routes.filter((route) => route.path.includes('/:')).entries())
    for (const spelling of someInTurn(SPELLINGS, index)) {
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' };
      const target = path.replace(/:\w+/u, spelling);
      const reply = await ask(engine.port, { method, target, ...body });
      expect([method, target, expectSomeProblem(reply).status < 500]).toEqual([method, target, true]);
      expect(reply.body).not.toMatch(/canary-4711|root:x:|"dependencies"/u);
    }
  expect(filesNow()).toEqual(before);
  expect(readFileSync(join(root, 'canary.txt'), 'utf8')).toBe(CANARY);
});

verifies('security.paths', 'only files of the page are served, however a path is spelled', async () => {
  const before = filesNow();
  const more = ['../package.json', '../../../../package.json', '%2e%2e%2fapp.ts', '..%2fapp.ts', 'app.ts'];
  for (const prefix of ['', '/page', '/api'])
    for (const spelling of [...SPELLINGS, ...more]) {
      const reply = await ask(engine.port, { target: `${prefix}/${spelling}` });
      expect([spelling, expectSomeProblem(reply).status < 500]).toEqual([spelling, true]);
      expect(reply.body).not.toMatch(/canary-4711|root:x:|"dependencies"|import \{/u);
    }
  expect(filesNow()).toEqual(before);
});
