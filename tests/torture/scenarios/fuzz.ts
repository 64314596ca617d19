import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Scenario } from '../scenario.ts';

const RUNS = process.env['FUZZ_RUNS'] ?? '500';
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The fuzz tests of `make test` with many times the cases; a failure prints its seed. */
export const fuzz: Scenario = {
  name: 'fuzz',
  promise: ['S36', 'S38', 'S39'],
  needs: [],
  run: async () => {
    const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', 'fuzz'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, FUZZ_RUNS: RUNS },
      maxBuffer: 1 << 28,
    });
    const [, passed = '?'] = /^Tests:.* (\d+) passed/mu.exec(stdout + stderr) ?? [];
    return {
      did: `${RUNS} hostile requests to each route, and as many tool calls`,
      broken: status === 0 ? [] : [`npm run fuzz ended with ${status}:\n${(stdout + stderr).slice(-4_000)}`],
      figures: `${passed} tests passed`,
    };
  },
};
