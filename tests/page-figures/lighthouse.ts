// Lighthouse on the first screens, as a person on this machine sees them: no token is needed on loopback.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '../../config/tooling/chromium.mjs';
import { useInsights } from '../../bench/used-insights.ts';
import { spawnEngine } from '../harness/spawned-engine.ts';
import { stoppedAtEnd } from './engines.ts';
import { TIMES, type Figure, type Lab, type Measured } from './figure.ts';

const program = fileURLToPath(new URL('./node_modules/lighthouse/cli/index.js', import.meta.url));

/** `make test-page` installs it where the registry of packages can be reached. */
export const isLighthouseInstalled = existsSync(program);

const BOUNDS = { performance: 95, accessibility: 100, 'best-practices': 95 } as const;
const PROFILES = { desktop: ['--preset=desktop'], mobile: [] } as const;
const SCREENS = { conversation: '/', today: '/#/today' } as const;
const LONGEST_MS = 180_000;

export const lighthouse: Figure = {
  name: 'lighthouse',
  async measure(lab) {
    const dataDir = lab.folder();
    await useInsights(dataDir, 40);
    const { baseUrl } = stoppedAtEnd(lab, await spawnEngine(dataDir, { SVC_DEMO: '1' }));
    const measured: Measured[] = [];
    for (const [screen, path] of Object.entries(SCREENS))
      for (const profile of Object.keys(PROFILES) as (keyof typeof PROFILES)[]) {
        const runs: Readonly<Record<string, number>>[] = [];
        while (runs.length < TIMES)
          runs.push(await judgedAtLast(lab, `${baseUrl}${path}`, PROFILES[profile]));
        for (const [category, atLeast] of Object.entries(BOUNDS))
          measured.push({
            what: `Lighthouse ${category}, ${screen}, ${profile}`,
            unit: 'points',
            values: runs.map((scores) => scores[category] ?? NaN),
            bound: { atLeast },
          });
      }
    return measured;
  },
};

/** A browser that was started while the machine did something else now and then draws nothing: then once more. */
const judgedAtLast: typeof judged = async (...what) =>
  await judged(...what).catch(async (error: unknown) => {
    process.stderr.write(`  once more: ${String(error)}\n`);
    return await judged(...what);
  });

/** It sends nothing: no name is resolved, and its reports of faults are off. */
async function judged(lab: Lab, url: string, profile: readonly string[]): Promise<Record<string, number>> {
  const folder = lab.folder();
  const report = join(folder, 'report.json');
  const flags =
    '--headless=new --no-sandbox --disable-dev-shm-usage --host-resolver-rules="MAP * ~NOTFOUND,EXCLUDE 127.0.0.1"';
  const child = spawn(
    process.execPath,
    [
      program,
      url,
      ...profile,
      '--quiet',
      '--no-enable-error-reporting',
      `--only-categories=${Object.keys(BOUNDS).join(',')}`,
      '--output=json',
      `--output-path=${report}`,
      `--chrome-flags=${flags}`,
    ],
    {
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, CHROME_PATH: chromium ?? '' },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: LONGEST_MS,
    },
  );
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}: ${said}`);
  const { categories, runtimeError } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  if (runtimeError) throw new Error(`Lighthouse could not judge the page: ${runtimeError.message}`);
  return Object.fromEntries(
    Object.entries(categories).map(([name, { score }]) => [name, Math.round((score ?? NaN) * 100)]),
  );
}

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly runtimeError?: { readonly message: string };
}
