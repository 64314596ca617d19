// npm run torture: does to the built engine what a machine can do, one scenario after the other, and prints
// one table. ONLY=kill-sweep,soak selects scenarios, which then have to run; SOAK_MINUTES, POINTS=all, KILLS, CUTS, ABORTS
// and LIFE=full set how long they take.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { machine } from '../../bench/report.ts';
import { Lab } from './lab.ts';
import { missing } from './needs.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios/all.ts';
import { short, table, type Line } from './table.ts';

const INSIDE = 'SVC_TORTURE_NAMESPACE';

const names = (process.env['ONLY'] ?? '').split(',').filter((name) => name !== '');
const unknown = names.filter((name) => !scenarios.some((scenario) => scenario.name === name));
if (unknown.length > 0) {
  const known = scenarios.map(({ name }) => name).join(', ');
  process.stderr.write(`There is no scenario named ${unknown.join(', ')}. They are: ${known}.\n`);
  process.exitCode = 2;
} else if (process.env[INSIDE] === undefined && canHaveMountsOfItsOwn()) {
  // Private mounts: invisible to the rest of the machine, and gone with this process.
  const command = ['--mount', '--propagation', 'private', process.execPath, ...process.argv.slice(1)];
  const { status } = spawnSync('unshare', command, {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: '1' },
  });
  process.exitCode = status ?? 1;
} else await torture();

function canHaveMountsOfItsOwn(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return (
    spawnSync('unshare', ['--mount', '--propagation', 'private', 'true'], { stdio: 'ignore' }).status === 0
  );
}

async function torture(): Promise<void> {
  const build = fileURLToPath(new URL('../../config/tooling/build.mjs', import.meta.url));
  spawnSync(process.execPath, [build, '--if-stale'], { stdio: ['ignore', 'inherit', 'inherit'] });
  const lab = await Lab.open();
  const lines: Line[] = [];
  for (const scenario of scenarios.filter(({ name }) => names.length === 0 || names.includes(name)))
    lines.push(await lineOf(scenario, lab));
  const { node, cpu, cores, load } = machine();
  process.stdout.write(`\nNode ${node}, ${cores} × ${cpu}, load ${load}\n\n${table(lines)}\n`);
  const held = new Set(lines.filter(({ result }) => result === 'held').map(({ name }) => name));
  const unproven = scenarios.flatMap(({ name, proves }) => (held.has(name) ? [] : (proves ?? [])));
  if (unproven.length > 0) process.stdout.write(`Not proven here: ${unproven.join(', ')}\n`);
  const isAsked = ({ result }: Line): boolean => result === 'broken' || names.length > 0;
  process.exit(lines.some((line) => line.result !== 'held' && isAsked(line)) ? 1 : 0);
}

async function lineOf(scenario: Scenario, lab: Lab): Promise<Line> {
  const { name, promise } = scenario;
  process.stderr.write(`${name} …`);
  const lacking = scenario.needs.flatMap((need) => missing(need, process.env[INSIDE] !== undefined) ?? []);
  const startedAt = performance.now();
  const line = (result: Line['result'], did: string, details: readonly string[], figures: string): Line => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stderr.write(
      ` ${result} (${seconds} s)\n${details.map((detail) => `  ${short(detail)}\n`).join('')}`,
    );
    return { name, promise: promise.join(' '), did, result, details, figures: `${figures}; ${seconds} s` };
  };
  if (lacking.length > 0) return line('could not run', '', lacking, '');
  try {
    const { did, broken, figures } = await scenario.run(lab);
    return line(broken.length === 0 ? 'held' : 'broken', did, broken, figures);
  } catch (error) {
    return line('broken', 'it did not finish', [(error as Error).stack ?? String(error)], '');
  }
}
