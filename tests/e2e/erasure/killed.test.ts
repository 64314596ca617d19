import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { spawnEngine } from '../../harness/spawned-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { fill } from '../backups/logical.ts';

const confirm = 'DELETE_ALL_DATA';
const WORD = 'NEEDLE_QUENDOLIN';

function holding(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(WORD));
}

for (const phase of ['counting', 'aside', 'removing'])
  verifies(
    ['data.delete.whatever-dies', 'data.delete'],
    `an engine that is killed once an erasure is ${phase} is erased by the next start, which tells what became of it`,
    async () => {
      const dataDir = temporaryDir();
      const first = await spawnEngine(dataDir);
      await fill({ client: first.client, dataDir } as never, WORD);
      const many = join(dataDir, 'workspace/many');
      mkdirSync(many);
      for (let n = 0; n < 400; n += 1) writeFileSync(join(many, `${n}.txt`), WORD);
      expect(holding(dataDir).length).toBeGreaterThan(400);
      first.client['data.erase']({ body: { confirm } }).catch(() => undefined);
      const record = join(dataDir, 'erasure.json');
      while (!(existsSync(record) && reached(readFileSync(record, 'utf8'), phase)))
        await new Promise((resolve) => setImmediate(resolve));
      first.process.kill('SIGKILL');
      await first.finished;
      const second = await spawnEngine(dataDir);
      const { erasure } = await second.client['data.erasure']();
      expect(erasure?.status).toBe('completed');
      expect(holding(dataDir)).toEqual([]);
      expect(second.output.stderr).toContain('all data was erased');
      expect(await second.client['threads.list']()).toMatchObject({ threads: [] });
    },
  );

const PHASES = ['counting', 'aside', 'removing', 'ended'];

/** Whether it has come to this phase: the file may be read a moment after the phase. */
function reached(text: string, phase: string): boolean {
  const found = /"phase": "(?<phase>\w+)"/u.exec(text)?.groups?.['phase'] ?? '';
  return PHASES.indexOf(found) >= PHASES.indexOf(phase);
}
