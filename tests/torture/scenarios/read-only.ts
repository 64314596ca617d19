import { faultsAfter } from '../oracle.ts';
import type { Scenario } from '../scenario.ts';
import { nothingSaid, prepare } from '../work.ts';

const STARTS = 3;

export const readOnly: Scenario = {
  name: 'read-only',
  promise: ['R6'],
  proves: ['engine.read-only'],
  needs: ['mounts'],
  run: async (lab) => {
    const dataDir = lab.fresh();
    const first = await lab.start(dataDir);
    await prepare(first);
    await first.kill();
    lab.makeReadOnly(dataDir);
    const said: string[] = [];
    const broken: string[] = [];
    for (let attempt = 0; attempt < STARTS; attempt += 1)
      try {
        const engine = await lab.start(dataDir);
        await engine.kill();
        broken.push('it starts on a directory that cannot be written to');
      } catch (error) {
        const { message } = error as Error;
        said.push(message);
        if (!/^engine exited with 78: svc: [^\n]+\n$/u.test(message)) broken.push(message);
      }
    lab.unmount(dataDir);
    broken.push(...(await faultsAfter(lab, dataDir, nothingSaid())));
    return {
      did: `${STARTS} starts on a read-only mount whose write-ahead logs are not in the databases yet, then one on a writable one`,
      broken,
      figures: `it says: ${(said[0] ?? '')
        .trim()
        .replace(/^.*?svc: /u, '')
        .replaceAll(dataDir, '<data dir>')}`,
    };
  },
};
