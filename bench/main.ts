// npm run bench [-- <figure> …] [--json]: measures and reports. A missed bound is not an error; a failed
// measurement is.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isMet, type Figure, type Finding } from './figure.ts';
import { firstText } from './figures/first-text.ts';
import { httpRequest } from './figures/http-request.ts';
import { idleMemory } from './figures/idle-memory.ts';
import { longStream } from './figures/long-stream.ts';
import { manyStreams } from './figures/many-streams.ts';
import { memoryPut } from './figures/memory-put.ts';
import { memoryRecall } from './figures/memory-recall.ts';
import { memorySearch } from './figures/memory-search.ts';
import { rateLimit } from './figures/rate-limit.ts';
import { secrets } from './figures/secrets.ts';
import { start } from './figures/start.ts';
import { stats } from './figures/stats.ts';
import { threadList } from './figures/thread-list.ts';
import { threadMessages } from './figures/thread-messages.ts';
import { toolLoop } from './figures/tool-loop.ts';
import { Lab } from './lab.ts';
import { machine, table } from './report.ts';

const figures: readonly Figure[] = [
  firstText,
  longStream,
  manyStreams,
  toolLoop,
  httpRequest,
  rateLimit,
  start,
  idleMemory,
  threadList,
  threadMessages,
  memorySearch,
  memoryPut,
  memoryRecall,
  stats,
  secrets,
];

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !figures.some((figure) => figure.name === name));
const wanted = figures.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

if (unknown.length > 0) {
  const known = figures.map(({ name, does }) => `  ${name.padEnd(16)}${does}\n`).join('');
  process.stderr.write(`There is no figure named ${unknown.join(', ')}. The figures are:\n${known}`);
  process.exitCode = 2;
} else await bench();

async function bench(): Promise<void> {
  const build = fileURLToPath(new URL('../config/tooling/build.mjs', import.meta.url));
  spawnSync(process.execPath, [build, '--if-stale'], { stdio: ['ignore', 'inherit', 'inherit'] });
  const lab = new Lab();
  const measured: Finding[] = [];
  const before = machine();
  for (const figure of wanted) {
    process.stderr.write(`${figure.name}: ${figure.does}\n`);
    measured.push(...(await figure.measure(lab)));
  }
  if (values.json) {
    const found = measured.map((finding) => ({ ...finding, met: finding.bound ? isMet(finding) : null }));
    process.stdout.write(`${JSON.stringify({ machine: before, figures: found }, null, 2)}\n`);
    return;
  }
  const { node, cpu, cores, load } = before;
  process.stdout.write(
    `\nmedian (quartiles), engine and bare limit in turns; Node ${node}, ${cores} × ${cpu}, load ${load}\n\n`,
  );
  process.stdout.write(`${table(measured)}\n`);
  const missed = measured.filter((finding) => !isMet(finding)).map(({ what }) => what);
  process.stdout.write(missed.length === 0 ? 'All bounds are met.\n' : `Not met: ${missed.join('; ')}.\n`);
}
