import { Socket } from 'node:net';
import { afterEach, expect, jest } from '@jest/globals';
import { startTestEngine } from '../../harness/in-process-engine.ts';
import * as chat from '../../servers/chat-completions.ts';
import { startFakeProvider, streams } from '../../servers/fake-provider.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf, newSession, startRun, textIn } from '../http/runs.ts';

afterEach(() => void jest.restoreAllMocks());

/** Node passes the target as options, as a list that begins with options, or as a port. */
const portIn = (target: unknown): unknown => {
  const first: unknown = Array.isArray(target) ? target[0] : target;
  return typeof first === 'object' && first !== null ? Number((first as { port?: unknown }).port) : first;
};

verifies(['service.local', 'events.no-webhooks'], 'only the configured provider is reached', async () => {
  const answers = [
    chat.callAnswer('write_file', '{"path":"notes.md","content":"hello"}'),
    chat.callAnswer('remember', '{"namespace":"knowledge","text":"The owner likes tea."}'),
    chat.textAnswer('Noted.'),
  ].map((pieces) => streams(pieces.join('')));
  const provider = await startFakeProvider(...answers);
  // Records only. Every socket of this process, of TLS and of `fetch`, connects through this method.
  const connects = jest.spyOn(Socket.prototype, 'connect');
  const engine = await startTestEngine({ env: chat.compatEnv(provider) });
  const session = await newSession(engine);
  expect(textIn(await allOf(startRun(engine, session.id, 'I like tea. Note it.')))).toBe('Noted.');
  await engine.client['config.set']({ body: { backup_clouddrive: true, balanced_model: 'other' } });
  await engine.client['memory.search']({ query: { q: 'tea' } });
  await engine.client['history.stats']({});
  await engine.client['threads.debugExport']({ params: { id: session.threadId } });
  const ours = engine.port;
  await engine.stop();

  const reached = connects.mock.calls.map(([target]) => portIn(target)).filter((port) => port !== ours);
  expect(new Set(reached)).toEqual(new Set([Number(new URL(provider.url).port)]));
  expect(provider.arrived.length).toBeGreaterThanOrEqual(answers.length);
});
