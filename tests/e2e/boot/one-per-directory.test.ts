import { describe, expect } from '@jest/globals';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { exited, spawnEngine, spawnSvc, type Finished } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { allOf } from '../http/runs.ts';

const secondStart = (dataDir: string): Promise<Finished> =>
  spawnSvc(['--http-api'], { SVC_DATA_DIR: dataDir, SVC_HTTP_PORT: '0' }).finished;

describe('a second engine on one data directory', () => {
  verifies(
    ['engine.one-per-directory', 'cli.exit-codes'],
    'exits with 78 and one line that names the holder; the first is unaffected',
    async () => {
      const dataDir = temporaryDir();
      const first = await spawnEngine(dataDir);
      const { sessionId, threadId } = await first.client['sessions.create']({ body: {} });
      const before = readdirSync(dataDir).sort();
      // The third would get in if the second had released the first one's lock.
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const { code, stdout, stderr } = await secondStart(dataDir);
        expect([code, stdout]).toEqual([78, '']);
        expect(stderr).toMatch(/^svc: [^\n]+\n$/u);
        expect(stderr).toContain(`(pid ${first.process.pid})`);
        expect(stderr).toContain(dataDir);
      }
      expect(readdirSync(dataDir).sort()).toEqual(before);
      const stream = first.client['runs.start']({ params: { id: sessionId }, body: { task: 'help' } });
      expect((await allOf(stream)).at(-1)?.type).toBe('done');
      const { messages } = await first.client['threads.messages']({ params: { id: threadId } });
      expect(messages).toHaveLength(2);
    },
  );

  verifies(
    'engine.one-per-directory',
    'starts at once after the first was killed, whatever it left behind',
    async () => {
      const dataDir = temporaryDir();
      const first = await spawnEngine(dataDir);
      const { threadId } = await first.client['sessions.create']({ body: {} });
      await exited(first, 'SIGKILL');
      const left = ['engine.json', 'engine.sock', 'lock.db'].filter((name) =>
        existsSync(join(dataDir, name)),
      );
      expect(left).toEqual(['engine.json', 'engine.sock', 'lock.db']);

      const status = await spawnSvc(['status'], { SVC_DATA_DIR: dataDir }).finished;
      const none = expect.stringContaining(`No engine is running for ${dataDir}.`) as unknown;
      expect(status).toMatchObject({ code: 1, stdout: none, stderr: '' });
      const second = await spawnEngine(dataDir);
      expect(await second.client['threads.get']({ params: { id: threadId } })).toMatchObject({ threadId });
      const attached = await spawnSvc(['status', '--json'], { SVC_DATA_DIR: dataDir }).finished;
      expect(JSON.parse(attached.stdout)).toMatchObject({ running: true, pid: second.process.pid });
    },
  );
});
