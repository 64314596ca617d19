// npm run spec: for each part of the specification, and of our own promises, the share that tests prove.
// npm run spec -- R13 engine.ready: the statements of these promises and entries, each with the tests that cite it.
import { citations } from './citations.ts';
import { entries } from './requirements.ts';
import { heading } from './requirements/headings.ts';
import type { Requirement, Source } from './requirements/requirement.ts';

interface Part {
  readonly name: string;
  readonly has: (source: Source) => boolean;
}

const isOurs = (source: Source): boolean => source.startsWith('ours: ');
const startsWith =
  (...beginnings: readonly string[]) =>
  (source: Source): boolean =>
    beginnings.some((beginning) => source.startsWith(beginning));

const ofTheSpecification: readonly Part[] = Object.values(heading).map((name) => ({
  name,
  has: (source) => source === name,
}));
const ofOurs: readonly Part[] = [
  { name: 'Ours › Contract', has: startsWith('ours: contract') },
  { name: 'Ours › Promises R (reliability)', has: startsWith('ours: promise R') },
  { name: 'Ours › Promises S (security)', has: startsWith('ours: promise S') },
  { name: 'Ours › Decisions D', has: startsWith('ours: promise D') },
  { name: 'Ours › Behaviour', has: startsWith('ours: behaviour') },
];

const cited = citations();

function row({ name, has }: Part): readonly string[] {
  const within = entries.filter(([, { from }]) => from.some(has));
  const proven = within.filter(([id, { deferred }]) => deferred === undefined && cited.has(id));
  const later = within.flatMap(([, { deferred }]: readonly [string, Requirement]) => deferred ?? []);
  const words = [...Map.groupBy(later, (word) => word)]
    .toSorted(([a, those], [b, others]) => others.length - those.length || (a < b ? -1 : 1))
    .map(([word, { length }]) => `${word} ${length}`);
  const share = within.length === 0 ? '' : `${Math.round((100 * proven.length) / within.length)} %`;
  return [name, `${within.length}`, `${proven.length}`, share, `${later.length}`, words.join(', ')];
}

function printTests(asked: readonly string[]): void {
  for (const [id, { says, from }] of entries) {
    if (
      !asked.includes(id) &&
      !asked.some((promise) => from.some((source) => source === `ours: promise ${promise}`))
    )
      continue;
    const lines = [...new Set(cited.get(id))].map((file) => `  tests/${file}`);
    process.stdout.write(`${[`${id}: ${says}`, ...lines].join('\n')}\n`);
  }
}

function printShares(): void {
  const rows = [
    ['part', 'ids', 'proven', 'share', 'deferred', 'to'],
    ...ofTheSpecification.map(row),
    row({ name: 'The specification, each id once', has: (source) => !isOurs(source) }),
    ...ofOurs.map(row),
    row({ name: 'Ours, each id once', has: isOurs }),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  for (const cells of rows) {
    const line = cells.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : column < 5 ? cell.padStart(widths[column] ?? 0) : cell,
    );
    process.stdout.write(`${line.join('  ').trimEnd()}\n`);
  }
}

const asked = process.argv.slice(2);
if (asked.length > 0) printTests(asked);
else printShares();
