import { once } from 'node:events';
import { expect } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { verifies } from '../../spec/verifies.ts';
import { begin, engineHere } from './engines.ts';

/** More than a pipe holds, so that the command is still printing when its reader leaves. */
const ROWS = Array.from({ length: 2_000 }, (_, nth) => ({ a: `row ${nth} ${'x'.repeat(200)}` }));

verifies(
  'cli.exit-codes',
  'a command whose reader leaves says nothing of it, and exits 141, or 0 where all of it was printed before',
  async () => {
    const dataDir = temporaryDir();
    const { client } = await engineHere(dataDir);
    const columns = [{ name: 'a', type: 'string' as const }];
    await client['datastore.create']({ body: { name: 'big', columns } });
    for (let from = 0; from < ROWS.length; from += 500)
      await client['datastore.insert']({
        params: { collection: 'big' },
        body: { records: ROWS.slice(from, from + 500) },
      });
    for (const args of [
      ['data', 'export', 'big'],
      ['data', 'show', 'big', '--json'],
    ]) {
      const { process: child, finished } = begin(dataDir, args);
      const { stdout } = child;
      if (!stdout) throw new Error('There is no output.');
      await once(stdout, 'data');
      stdout.destroy();
      const { code, stderr } = await finished;
      expect([args, stderr]).toEqual([args, '']);
      expect([0, 141]).toContain(code);
    }
  },
);
