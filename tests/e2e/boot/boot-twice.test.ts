import { describe, expect } from '@jest/globals';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryPrefix } from '../../../src/core/workspace/files/path.ts';
import { boot } from '../../../src/main/boot.ts';
import { systemPlatform } from '../../../src/main/platform.ts';
import { RecordingLog } from '../../doubles/recording-log.ts';
import { ScriptedModel, text } from '../../doubles/scripted-model.ts';
import { startTestEngine, temporaryDir, type TestEngine } from '../../harness/in-process-engine.ts';
import { testSettings } from '../../harness/graph.ts';
import { spawnSvc } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';

async function started(dataDir: string, says: string): Promise<TestEngine> {
  const engine = await startTestEngine({ dataDir, model: new ScriptedModel([[text(says)], [text(says)]]) });
  return engine;
}

async function answerOf({ client }: TestEngine): Promise<string> {
  const { sessionId } = await client['sessions.create']({ body: {} });
  const stream = await client['runs.start']({ params: { id: sessionId }, body: { task: 'speak' } });
  let said = '';
  for await (const event of stream.events) if (event.type === 'text') said += event.data.text;
  return said;
}

const threadsOf = async ({ client }: TestEngine): Promise<number> =>
  (await client['threads.list']()).threads.length;

const bootAgain = (dataDir: string) => {
  const settings = testSettings(dataDir);
  const platform = systemPlatform(settings, new URL('../../../src/', import.meta.url));
  return boot(settings, { ...platform, log: new RecordingLog() });
};

describe('boot', () => {
  verifies(
    'engine.boot-twice',
    'two directories can have two engines in one process, which share nothing',
    async () => {
      const [a, b] = [await started(temporaryDir(), 'I am a'), await started(temporaryDir(), 'I am b')];
      expect([await answerOf(a), await answerOf(b)]).toEqual(['I am a', 'I am b']);
      expect(await answerOf(b)).toBe('I am b');
      expect([await threadsOf(a), await threadsOf(b)]).toEqual([1, 2]);
      await a.stop();
      expect(await threadsOf(b)).toBe(2);
    },
  );

  verifies('engine.boot-twice', 'a directory can be opened again after its engine has stopped', async () => {
    const dataDir = temporaryDir();
    for (const turn of [1, 2, 3]) {
      const engine = await started(dataDir, `turn ${turn}`);
      expect(await answerOf(engine)).toBe(`turn ${turn}`);
      expect(await threadsOf(engine)).toBe(turn);
      await engine.stop();
      await engine.engine.stop();
      expect(engine.log.events('error')).toEqual([]);
    }
  });

  verifies(
    ['engine.boot-twice', 'engine.one-per-directory'],
    'a directory that this process already holds is refused, and its engine keeps the lock',
    async () => {
      const dataDir = temporaryDir();
      const first = await started(dataDir, 'still here');
      for (let attempt = 0; attempt < 2; attempt += 1)
        await expect(bootAgain(dataDir)).rejects.toMatchObject({
          name: 'UnusableSetup',
          message: expect.stringContaining(`is using the data directory ${dataDir}`),
        });
      expect(await answerOf(first)).toBe('still here');
      // Other processes still see the lock: no other handle of it was opened and closed.
      const other = await spawnSvc(['--http-api'], { SVC_DATA_DIR: dataDir, SVC_HTTP_PORT: '0' }).finished;
      expect(other.code).toBe(78);
      await first.stop();
      const next = await bootAgain(dataDir);
      await next.stop();
    },
  );

  verifies('engine.one-per-directory', 'clients are not sent to a dead engine', async () => {
    const dataDir = temporaryDir();
    const dead = { pid: 999_999, version: '0', socket: '/nonexistent', startedAt: '' };
    writeFileSync(join(dataDir, 'engine.json'), JSON.stringify(dead));
    await started(dataDir, 'alive');
    await expect(bootAgain(dataDir)).rejects.toThrow(/^Another engine is using the data directory/u);
  });

  verifies(
    'engine.one-per-directory',
    'unfinished files of a killed engine are removed by the next holder of the directory, and only by it',
    async () => {
      const dataDir = temporaryDir();
      const unfinished = join(dataDir, `${temporaryPrefix}0123456789abcdef`);
      writeFileSync(unfinished, '{"token":"');
      await started(dataDir, 'still here');
      expect(existsSync(unfinished)).toBe(false);
      writeFileSync(unfinished, '{"token":"');
      await expect(bootAgain(dataDir)).rejects.toMatchObject({ name: 'UnusableSetup' });
      expect(existsSync(unfinished)).toBe(true);
    },
  );

  verifies(
    'security.workspace-apart',
    'a workspace that contains the data directory, or lies in it, is refused before anything is opened',
    async () => {
      const dataDir = temporaryDir();
      for (const SVC_WORKSPACE of [dirname(dataDir), dataDir, join(dataDir, 'apis'), '/']) {
        await expect(
          startTestEngine({ dataDir, isFirstStart: true, env: { SVC_WORKSPACE } }),
        ).rejects.toMatchObject({
          name: 'UnusableSetup',
          message: expect.stringMatching(/^The workspace .* data directory .*SVC_WORKSPACE/u),
        });
        expect(readdirSync(dataDir)).toEqual([]);
      }
      const { code, stderr } = await spawnSvc(['--http-api'], {
        SVC_DATA_DIR: dataDir,
        SVC_WORKSPACE: dirname(dataDir),
        SVC_HTTP_PORT: '0',
      }).finished;
      expect([code, stderr]).toEqual([78, expect.stringContaining('contains the data directory')]);
      await (await startTestEngine({ dataDir })).stop();
    },
  );

  verifies('engine.boot-twice', 'a failed start releases the directory', async () => {
    const dataDir = temporaryDir();
    const broken = startTestEngine({
      dataDir,
      journal: () => ({ commit: () => Promise.reject(new Error('planted')) }),
    });
    await expect(broken).rejects.toThrow('planted');
    expect(await answerOf(await started(dataDir, 'works'))).toBe('works');
  });
});
