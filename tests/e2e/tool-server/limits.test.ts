import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect } from '@jest/globals';
import { refuse as refuseModel } from '../../../src/core/instance/models/errors.ts';
import { ScriptedModel, hangUntilAbort, text } from '../../doubles/scripted-model.ts';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { refusal } from '../http/problems.ts';
import { hostOf, startHostedEngine, type HostedEngine } from './host.ts';

let dataDir: string;
let engine: HostedEngine;
let host: ReturnType<typeof hostOf>;
let hangs: boolean;
let isRefused: boolean;
let said: readonly string[];

const start = async () => {
  const open = async () => {
    if (isRefused) throw refuseModel.provider_incomplete();
    return new ScriptedModel([hangs ? [text('so far'), hangUntilAbort()] : said.map((one) => text(one))]);
  };
  engine = await startHostedEngine({ dataDir, models: { open } });
  host = hostOf(engine);
};
beforeEach(async () => {
  hangs = false;
  isRefused = false;
  said = ['fine'];
  dataDir = temporaryDir();
  await start();
});

verifies(
  ['mcp.limits.sessions', 'promise.tool-server.limits'],
  'the 13th session with a run in progress is refused with the limit, also of 20 at once; the others go on',
  async () => {
    hangs = true;
    const other = hostOf(engine, 'http');
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, async (_, index) => (index % 2 === 0 ? host : other).start(`task ${index}`)),
    );
    const started = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(started).toHaveLength(12);
    for (const one of tries)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({
          problem: { code: 'active_sessions_limit', limit: 12, status: 409 },
        });
    const { toolRuns } = await engine.client['toolRuns.list']({ query: {} });
    expect(toolRuns.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 'running'));
    const mine = toolRuns.find(({ principal }) => principal === 'stdio');
    expect(await host.abort(mine?.sessionId ?? '')).toEqual({ aborted: true });
    // The place is free, and a run that failed to start took none.
    await host.start('next');
    expect(await refusal(host.start('one more'))).toMatchObject({ code: 'active_sessions_limit' });
  },
);

verifies(
  ['mcp.limits.runs', 'promise.tool-server.limits'],
  '64 runs are tracked: the 65th takes the place of the oldest finished one, whose files go; running ones stay',
  async () => {
    hangs = true;
    const running = await host.start('running');
    hangs = false;
    const file = { name: 'a.bin', mimetype: 'application/octet-stream', data: btoa('a') };
    const oldest = await host.start('oldest', { files: [file] });
    await host.done(oldest.runId);
    const folder = join(`${dataDir}-files`, oldest.runId);
    expect(existsSync(folder)).toBe(true);
    const { sessionId } = oldest;
    for (let count = 2; count < 64; count++)
      await host.done((await host.start(`${count}`, { sessionId })).runId);
    const tracked = async () => {
      const { toolRuns } = await engine.client['toolRuns.list']({ query: { limit: 200 } });
      return toolRuns.map(({ runId }) => runId);
    };
    expect(await tracked()).toHaveLength(64);
    expect(await host.poll(oldest.runId)).toMatchObject({ done: true });
    // A start that is refused takes no run away.
    isRefused = true;
    expect(await refusal(host.start('refused', { sessionId }))).toMatchObject({
      code: 'provider_incomplete',
    });
    isRefused = false;
    expect(await tracked()).toContain(oldest.runId);
    expect(existsSync(folder)).toBe(true);
    const next = await host.start('next', { sessionId });
    expect(await tracked()).toHaveLength(64);
    expect(await refusal(host.poll(oldest.runId))).toMatchObject({ code: 'tool_run_not_found' });
    expect(existsSync(folder)).toBe(false);
    await host.done(next.runId);
    expect(await host.poll(running.runId)).toMatchObject({ done: false, text: 'so far' });
    // More than are kept in memory: what was dropped is read again.
    const { toolRuns } = await engine.client['toolRuns.list']({ query: { limit: 200 } });
    for (const { runId, status } of toolRuns)
      expect((await host.poll(runId, { cursor: 0 })).text).toBe(status === 'running' ? 'so far' : 'fine');
    // What is tracked is the same after a restart.
    const before = await tracked();
    await engine.stop();
    await start();
    expect(await tracked()).toEqual(before);
    expect(await refusal(host.poll(oldest.runId))).toMatchObject({ code: 'tool_run_not_found' });
    expect(await host.poll(next.runId)).toMatchObject({ done: true, text: 'fine' });
  },
);

verifies(
  ['mcp.limits.text', 'promise.tool-server.limits'],
  'a long text is told whole up to 2 MB; of a longer one the beginning is dropped and that is said, also after a restart',
  async () => {
    const piece = 'x'.repeat(64 * 1024);
    said = Array.from({ length: 32 }, () => piece);
    const whole = await host.start('2 MB');
    const { text: all, truncated } = await host.done(whole.runId);
    expect([all.length, truncated]).toEqual([2 * 1024 * 1024, undefined]);
    said = [...said, 'the end'];
    const longer = await host.start('more than 2 MB');
    const isCut = { truncated: true, text: expect.stringMatching(/^\[[^\n]*2 MB[^\n]*\]\nx+the end$/u) };
    expect(await host.done(longer.runId)).toMatchObject(isCut);
    await engine.stop();
    await start();
    expect((await host.poll(whole.runId)).text).toBe(all);
    expect(await host.poll(longer.runId)).toMatchObject(isCut);
  },
);
