// Commands that a new user copies from the tour work as they stand there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryDir } from '../../harness/in-process-engine.ts';
import { svcHere as svc } from '../../harness/in-process-svc.ts';
import { engineHere } from './engines.ts';

const tour = readFileSync(new URL('../../../docs/first-ten-minutes.md', import.meta.url), 'utf8');
const blocks = [...tour.matchAll(/^```sh\n(.*?)^```/gmsu)].map(([, block = '']) => block);
const commands = blocks
  .flatMap((block) => block.split('\n'))
  .filter((line) => line.startsWith('svc '))
  .map((line) => line.replace(/\s+#.*$/u, ''));

test('every command of the tour ends well, one after the other, while the engine runs', async () => {
  const dataDir = join(temporaryDir(), 'data');
  await engineHere(dataDir, { SVC_DEMO: '1' });
  expect(commands.length).toBeGreaterThan(5);
  for (const command of commands) {
    const [, ...args] = command.split(' ');
    const { code, stderr } = await svc(dataDir, args);
    expect([command, code, code === 0 ? '' : stderr]).toEqual([command, 0, '']);
  }
});
