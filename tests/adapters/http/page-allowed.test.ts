import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { ApiProfile } from '../../../src/core/api-store/model.ts';
import { FakeElement } from '../../doubles/fake-element.ts';
import { aProfile } from '../../harness/apis.ts';
import {
  removeTemporaryDirs,
  startTestEngine,
  temporaryDir,
  type TestEngine,
} from '../../harness/in-process-engine.ts';

const { document, sessionStorage, fetch } = globalThis as typeof globalThis & Record<string, unknown>;
const file = new URL('../../../src/adapters/in/http/page/allowed.js', import.meta.url).pathname;
let engine: TestEngine;

async function started(apis: readonly ApiProfile[] = []) {
  const dataDir = temporaryDir();
  mkdirSync(join(dataDir, 'apis'));
  for (const api of apis) writeFileSync(join(dataDir, 'apis', `${api.id}.json`), JSON.stringify(api));
  engine = await startTestEngine({ dataDir });
  const elements = new Map<string, FakeElement>();
  const get = (id: string): FakeElement => {
    const element = elements.get(id) ?? new FakeElement(id);
    elements.set(id, element);
    return element;
  };
  const { allowedSection } = (await import(file)) as {
    allowedSection: (get: (id: string) => FakeElement) => () => Promise<void>;
  };
  return { get, show: allowedSection(get), allow: engine.client['consents.allow'] };
}

beforeEach(() => {
  Object.assign(globalThis, {
    document: { createElement: (tag: string) => new FakeElement(tag) },
    sessionStorage: { getItem: () => null },
    fetch: (path: string, options: RequestInit) => fetch(new URL(path, engine.baseUrl), options),
  });
});
afterEach(async () => {
  Object.assign(globalThis, { document, sessionStorage, fetch });
  await engine.stop();
  removeTemporaryDirs();
});

test('the page lists grants with their place and end, and revokes them', async () => {
  const { get, show, allow } = await started();
  const { threadId } = await engine.client['sessions.create']({ body: {} });
  await allow({ body: { class: 'send_outside', target: 'a.example' } });
  await allow({ body: { class: 'send_outside', target: 'http://b.example' } });
  await allow({ body: { class: 'write_local', tool: 'write_file', threadId, days: 1 } });
  await show();
  const lines = get('allowed-list').all('li');
  expect(
    lines.map(({ words }) => words.replaceAll(/\s+/gu, ' ').replace(/until .*? Take/u, 'until … Take')),
  ).toEqual([
    ' Changing files and memory in unattended runs · by write_file · in one thread · until … Take back',
    ' Everything to http://b.example · unencrypted · in every thread · until … Take back',
    ' Everything to a.example · in every thread · until … Take back',
  ]);
  expect(lines[0]?.all('a')[0]?.href).toBe(`#${threadId}`);
  lines[2]?.all('button')[0]?.fire('click');
  while (get('allowed-list').all('li').length > 2) await new Promise(setImmediate);
  expect((await engine.client['consents.list']()).consents).toMatchObject([
    { class: 'write_local' },
    { target: 'http://b.example' },
  ]);
});

test('it says so when the list cannot be loaded', async () => {
  const { get, show } = await started();
  await engine.stop();
  await show();
  expect(get('allowed-wrong').textContent).toBe('The engine cannot be reached.');
});

test('it lists the registered APIs with their used limits, and says when there are none', async () => {
  const { get, show } = await started([{ ...aProfile(), rate_limit: { requests_per_minute: 30 } }]);
  await show();
  const { id, name, base_url: address } = aProfile();
  expect(get('apis-list').words).toContain(`${name} · ${address} · 0 of 30 per minute`);
  expect(get('apis-list').words).toContain(id);
  expect(get('allowed-list').words).toContain('Nothing.');
});
