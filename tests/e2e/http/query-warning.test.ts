import { beforeEach, expect } from '@jest/globals';
import { startTestEngine, type TestEngine } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { ask } from './wire.ts';

let engine: TestEngine;
beforeEach(async () => {
  engine = await startTestEngine();
});

const warned = async (target: string): Promise<readonly [number, string | null]> => {
  const reply = await ask(engine.port, { target });
  return [reply.status, reply.header('svc-warning')];
};

verifies(
  'contract.query-slips',
  'a slip is named with the name that was meant, and not refused',
  async () => {
    expect(await warned('/api/threads?limt=2')).toEqual([200, 'unknown parameter limt, perhaps limit']);
    expect(await warned('/api/threads?LIMIT=2')).toEqual([200, 'unknown parameter LIMIT, perhaps limit']);
    expect(await warned('/api/history/runs?session_id=a&lmit=3')).toEqual([
      200,
      'unknown parameter session_id, perhaps sessionId; unknown parameter lmit, perhaps limit',
    ]);
    // Also beside a refusal.
    expect(await warned('/api/memory/search?Q=tea&limit=0')).toEqual([400, 'unknown parameter Q, perhaps q']);
  },
);

verifies('contract.query-slips', 'no other parameter is named', async () => {
  for (const target of ['/api/threads?limit=2', '/api/threads?utm_source=x&x=1&zz=2', '/api/status?limt=2'])
    expect(await warned(target)).toEqual([200, null]);
});

verifies('contract.query-slips', 'the header is ASCII and bounded, whatever was sent', async () => {
  const [status, header] = await warned(
    `/api/threads?lim%0d%0at=1&limi%C3%A9=1&limi%ED%A0%80=2&${'limit'.repeat(100)}=1`,
  );
  expect(status).toBe(200);
  expect(header).toBe(
    'unknown parameter lim%0D%0At, perhaps limit; unknown parameter limi%C3%A9, perhaps limit',
  );
  const [, many] = await warned(
    `/api/threads?${Array.from({ length: 500 }, (_, i) => `limi${i % 10}${i % 7}=1`).join('&')}`,
  );
  expect(many?.split('; ')).toHaveLength(5);
});
