// npm run page:figures [-- <figure> …]: measures the page in a real browser, and prints one table. A bound that is not met
// is not an error; a failed measurement is. What others do on this machine counts, so measure on an idle one. TIMES=1 is a first look.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { machine, rounded, table } from '../../bench/report.ts';
import { median } from '../../bench/spread.ts';
import { chromium } from '../../config/tooling/chromium.mjs';
import { TIMES, type Bound, type Figure, type Measured } from './figure.ts';
import { firstLoad } from './first-load.ts';
import { openLab } from './lab.ts';
import { isLighthouseInstalled, lighthouse } from './lighthouse.ts';
import { longAnswer } from './long-answer.ts';
import { yearsOfUse } from './years-of-use.ts';

const figures: readonly Figure[] = [firstLoad, longAnswer, yearsOfUse, lighthouse];

const names = process.argv.slice(2);
const unknown = names.filter((name) => !figures.some((figure) => figure.name === name));
if (unknown.length > 0) {
  const known = figures.map(({ name }) => name).join(', ');
  process.stderr.write(`There is no figure named ${unknown.join(', ')}. They are: ${known}.\n`);
  process.exitCode = 2;
} else if (chromium === null)
  process.stderr.write('No Chromium was found, so no figure of the page is measured: see make setup-page.\n');
else await measureAll(figures.filter(({ name }) => names.length === 0 || names.includes(name)));

async function measureAll(chosen: readonly Figure[]): Promise<void> {
  const build = fileURLToPath(new URL('../../config/tooling/build.mjs', import.meta.url));
  spawnSync(process.execPath, [build, '--if-stale'], { stdio: ['ignore', 'inherit', 'inherit'] });
  const { node, cpu, cores, load } = machine();
  const measured: Measured[] = [];
  const left: string[] = [];
  for (const figure of chosen) {
    if (figure === lighthouse && !isLighthouseInstalled) {
      left.push('Lighthouse is not installed here, so its figures are missing: make test-page installs it');
      continue;
    }
    process.stderr.write(`${figure.name} …\n`);
    const startedAt = performance.now();
    const lab = openLab();
    try {
      measured.push(...(await figure.measure(lab)));
    } catch (error) {
      left.push(`${figure.name} could not be measured: ${(error as Error).stack ?? String(error)}`);
      process.exitCode = 1;
    } finally {
      await lab.close();
    }
    process.stderr.write(`  ${Math.round((performance.now() - startedAt) / 1000)} s\n`);
  }
  const header = ['figure of the page', 'unit', `median of ${TIMES}`, 'lowest…highest', 'bound'];
  process.stdout.write(
    `\nNode ${node}, ${cores} × ${cpu}, load ${load} before and ${machine().load} after\n\n` +
      `${table([header, ...measured.map(lineOf)])}` +
      left.map((why) => `\n${why}.\n`).join(''),
  );
}

function lineOf({ what, unit, values, bound }: Measured): readonly string[] {
  const middle = values.length === 1 ? values[0]! : median(values);
  const spread = values.length === 1 ? '' : `${rounded(Math.min(...values))}…${rounded(Math.max(...values))}`;
  return [what, unit, rounded(middle), spread, bound === undefined ? '' : judged(middle, bound)];
}

function judged(value: number, bound: Bound): string {
  const [sign, limit, isMet] =
    'atMost' in bound
      ? ['≤', bound.atMost, value <= bound.atMost]
      : ['≥', bound.atLeast, value >= bound.atLeast];
  return `${sign} ${limit} ${isMet ? 'met' : 'NOT MET'}`;
}
