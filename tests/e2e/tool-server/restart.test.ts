import { expect } from '@jest/globals';
import { join } from 'node:path';
import { attach, type Attached, type SocketClient } from '../../../src/adapters/in/cli/attach.ts';
import { afterwards } from '../../harness/afterwards.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { spawnEngine, type SpawnedEngine } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { hostOf } from './host.ts';

let engine: SpawnedEngine | undefined;
let attached: Attached<SocketClient> | undefined;

/** A host at the private socket of a new process. */
async function started(dataDir: string) {
  engine = await spawnEngine(dataDir, { SVC_DEMO: '1' });
  attached = attach(join(dataDir, 'engine.sock'));
  afterwards(attached.close);
  return hostOf({ ask: attached.client });
}

verifies(
  ['promise.tool-server.restart', 'mcp.states.restart', 'mcp.states.still-pollable'],
  'after kill -9 a finished run is polled as before, running and waiting ones are done with an error, and cursors go on',
  async () => {
    const dataDir = temporaryDir();
    let host = await started(dataDir);
    const finished = await host.start('write report.md: # Report');
    const whole = await host.done(finished.runId);
    expect(whole).toMatchObject({ status: 'completed', statusHistory: ['write_file'] });
    const events = await host.poll(finished.runId, { cursor: 0 });
    const waiting = await host.start('ask');
    await host.asked(waiting.runId);
    const running = await host.start('count to 500');
    const seen = await host.polledUntil(running.runId, 'it counts', ({ text }) => text.length > 0);
    const before = await host.poll(running.runId, { cursor: 0 });

    engine?.process.kill('SIGKILL');
    await engine?.finished;
    await attached?.close();
    host = await started(dataDir);

    expect(await host.poll(finished.runId)).toEqual(whole);
    expect(await host.poll(finished.runId, { cursor: 0 })).toEqual(events);
    for (const { runId } of [waiting, running]) {
      const polled = await host.poll(runId);
      expect(polled).toMatchObject({
        done: true,
        status: 'interrupted',
        error: expect.stringContaining('server restarted before the run completed'),
      });
      expect(polled).not.toHaveProperty('waiting_for_input');
    }
    const after = await host.poll(running.runId, { cursor: before.nextCursor ?? 0 });
    expect(after.text.startsWith(seen.text)).toBe(true);
    expect(after.nextCursor).toBeGreaterThanOrEqual(before.nextCursor ?? 0);
    const told = [...(before.events ?? []), ...(after.events ?? [])];
    expect(told).toEqual((await host.poll(running.runId, { cursor: 0 })).events);
    expect(told.at(-1)?.type).toBe('error');
    // The session of the killed run is free.
    const next = await host.start('write next.md: # Next', { sessionId: running.sessionId });
    expect(await host.done(next.runId)).toMatchObject({ status: 'completed' });
  },
);
