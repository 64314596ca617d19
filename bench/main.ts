// npm run bench [-- <figure> …] [--json]: measures and reports. A missed bound is not an error; a failed
// measurement is.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chosen, unknownFigures } from './figures/all.ts';
import { Lab } from './lab.ts';
import { measure, type Finding } from './measure.ts';
import { findingTable, machine } from './report.ts';

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = unknownFigures(positionals);
if (unknown === null) await bench();
else {
  process.stderr.write(unknown);
  process.exitCode = 2;
}

async function bench(): Promise<void> {
  const build = fileURLToPath(new URL('../config/tooling/build.mjs', import.meta.url));
  spawnSync(process.execPath, [build, '--if-stale'], { stdio: ['ignore', 'inherit', 'inherit'] });
  const lab = new Lab();
  const measured: Finding[] = [];
  const before = machine();
  for (const figure of chosen(positionals)) {
    process.stderr.write(`${figure.name}: ${figure.summary}\n`);
    for await (const series of figure.series(lab)) measured.push(...(await measure(series)));
  }
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ machine: before, figures: measured }, null, 2)}\n`);
    return;
  }
  const { node, cpu, cores, load } = before;
  process.stdout.write(
    `\nmedian (quartiles), engine and bare limit in turns; Node ${node}, ${cores} × ${cpu}, load ${load}\n`,
  );
  if (lab.slowDisk.path === null) process.stdout.write(`No slow disk: ${lab.slowDisk.reason}.\n`);
  process.stdout.write(`\n${findingTable(measured)}\n`);
  const missed = measured.filter(({ bounds }) => bounds.some(({ isMet }) => isMet === false));
  process.stdout.write(
    missed.length === 0
      ? 'All bounds are met.\n'
      : `Not met: ${missed.map(({ what }) => what).join('; ')}.\n`,
  );
}
