// npm run bench:compare [-- A [B]] [figure …]: says for each figure whether commit B differs from commit A. Without
// them A is the commit before HEAD, and B the working tree.
//
// A block measures both in new processes, in turns (A B, then B A), and gives the median of the ratios of neighbours.
// A figure differs only if the 95 % interval over the blocks excludes 1, the difference is above 3 %, and a second
// series of blocks says the same: of many figures, one in twenty would otherwise differ by chance.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { differs, intervalOf, type Interval } from './compare/interval.ts';
import { BLOCKS, blocks, type Measured, type Trees } from './compare/blocks.ts';
import { isCommit, treeOf, workingTree } from './compare/tree.ts';
import { chosen, unknownFigures } from './figures/all.ts';
import type { Figure } from './figure.ts';
import { machine, rounded, table } from './report.ts';
import { median } from './spread.ts';

const given = process.argv.slice(2);
const firstFigure = given.findIndex((name) => unknownFigures([name]) === null);
const commits = firstFigure === -1 ? given : given.slice(0, firstFigure);
const names = firstFigure === -1 ? [] : given.slice(firstFigure);
const notThere = commits.filter((commit) => !isCommit(commit));
const complaint =
  notThere.length > 0
    ? `${notThere.join(', ')} is neither a commit nor a figure.\n${unknownFigures(notThere)}`
    : commits.length > 2
      ? 'Two commits at most can be compared.\n'
      : unknownFigures(names);
if (complaint === null) await compare();
else {
  process.stderr.write(complaint);
  process.exitCode = 2;
}

async function compare(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-compare-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  const [a = 'HEAD~1', b] = commits;
  const trees: Trees = [
    treeOf(a, join(folder, 'a')),
    b === undefined ? workingTree() : treeOf(b, join(folder, 'b')),
  ];
  const rows: (readonly string[])[] = [];
  for (const figure of chosen(names)) {
    process.stderr.write(`${figure.name} …\n`);
    try {
      const compared = await comparedIn(figure, trees, folder);
      rows.push(...compared);
      for (const cells of compared) process.stderr.write(`  ${cells.join('  ')}\n`);
    } catch (error) {
      process.stderr.write(`${(error as Error).message}\n`);
      rows.push([figure.name, '', '', '', '', 'not measured']);
    }
  }
  const { node, cpu, cores, load } = machine();
  const head = ['figure', 'unit', `A ${trees[0].name}`, `B ${trees[1].name}`, 'B ÷ A (95 %)', ''];
  process.stdout.write(
    `\n${BLOCKS} blocks, A and B in turns; Node ${node}, ${cores} × ${cpu}, load ${load}\n\n${table([head, ...rows])}`,
  );
}

async function comparedIn(figure: Figure, trees: Trees, folder: string): Promise<readonly string[][]> {
  const first = await blocks(figure, trees, folder);
  const suspects = first.map((measured) => differs(ratioOf(measured)));
  const second = suspects.includes(true) ? await blocks(figure, trees, folder) : null;
  return first.map((measured, nth) => {
    const again = suspects[nth] ? (second?.[nth] ?? []) : [];
    const all = [...measured, ...again];
    const interval = ratioOf(all);
    const isConfirmed =
      again.length > 0 && differs(ratioOf(again)) && ratioOf(again).ratio > 1 === ratioOf(measured).ratio > 1;
    const { row } = measured[0] ?? {};
    return [
      row?.what ?? '',
      row?.unit ?? '',
      rounded(median(all.map(({ a }) => a))),
      rounded(median(all.map(({ b }) => b))),
      `${interval.ratio.toFixed(3)} (${interval.low.toFixed(3)}…${interval.high.toFixed(3)})`,
      isConfirmed ? 'DIFFERS' : 'no difference',
    ];
  });
}

function ratioOf(measured: readonly Measured[]): Interval {
  return intervalOf(measured.map(({ ratio }) => ratio));
}
