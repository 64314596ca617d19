import { afterEach, describe, expect, test } from '@jest/globals';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeTemporaryDirs, startTestEngine, temporaryDir } from '../../harness/in-process-engine.ts';

afterEach(removeTemporaryDirs);

describe('a start on what is left of a data directory', () => {
  for (const name of ['history.db', 'memory.db'])
    test(`says that ${name} was emptied, and does not begin a new one`, async () => {
      const dataDir = temporaryDir();
      const first = await startTestEngine({ dataDir });
      await first.client['sessions.create']({ body: {} });
      await first.stop();
      writeFileSync(join(dataDir, name), '');
      await expect(startTestEngine({ dataDir })).rejects.toMatchObject({
        name: 'UnusableSetup',
        message: expect.stringMatching(/cannot be opened: .* is empty, .*\. It was left as it is\.$/u),
      });
      rmSync(join(dataDir, name));
      await (await startTestEngine({ dataDir })).stop();
    });

  test('sets a folder in the place of engine.json aside', async () => {
    const dataDir = temporaryDir();
    mkdirSync(join(dataDir, 'engine.json', 'somebody’s'), { recursive: true });
    await (await startTestEngine({ dataDir })).stop();
    const aside = readdirSync(dataDir).filter((name) => name.startsWith('engine.json'));
    expect(aside).toEqual([expect.stringMatching(/^engine\.json\.corrupt-/u)]);
    expect(readdirSync(join(dataDir, aside[0] ?? ''))).toEqual(['somebody’s']);
  });
});
