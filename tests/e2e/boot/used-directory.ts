import { expect } from '@jest/globals';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';

export const stores = ['history.db', 'memory.db', 'vault.db'] as const;
type Store = (typeof stores)[number];

/** Requests that use each store, and requests that use the others. */
export const asks: Readonly<Record<Store, readonly string[]>> = {
  'history.db': ['GET /api/threads', 'POST /api/sessions', 'GET /api/history/runs'],
  'memory.db': ['GET /api/memory/knowledge', 'PUT /api/memory/knowledge', 'GET /api/memory/search?q=blue'],
  'vault.db': ['GET /api/secrets', 'PUT /api/secrets/NAME'],
};
const bodies: Readonly<Record<string, unknown>> = {
  'POST /api/sessions': {},
  'PUT /api/memory/knowledge': { content: 'The sky is green.' },
  'PUT /api/secrets/NAME': { value: 'another value of it' },
};

export async function ask(engine: TestEngine, route: string) {
  const [method = '', path = ''] = route.split(' ');
  const body = bodies[route];
  const response = await fetch(`${engine.baseUrl}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const problem = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>;
  return { route, status: response.status, code: problem['code'], store: problem['store'], text };
}

/** A data directory with content in every store. */
export async function usedDirectory(): Promise<string> {
  const engine = await startTestEngine();
  for (const route of ['POST /api/sessions', 'PUT /api/memory/knowledge', 'PUT /api/secrets/NAME'])
    expect(await ask(engine, route)).not.toHaveProperty('code', expect.anything());
  await engine.stop();
  return engine.dataDir;
}

/** Runs a task and returns the text of its events. */
export async function taskDone(engine: TestEngine): Promise<string> {
  const { sessionId } = await engine.client['sessions.create']({ body: {} });
  const answer = await fetch(`${engine.baseUrl}/api/sessions/${sessionId}/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ task: 'Say hello' }),
  });
  return await answer.text();
}
