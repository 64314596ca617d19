import { availableParallelism, cpus, loadavg } from 'node:os';
import type { Finding, Judged } from './measure.ts';
import type { Compared } from './series.ts';
import type { Spread } from './spread.ts';

/** The machine that was measured; `load` shows how busy it was. */
export const machine = () => ({
  node: process.version,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
});

/** The column of the slow disk is there if one of the rows was measured on it. */
export function findingTable(findings: readonly Finding[]): string {
  const hasSlow = findings.some(({ of }) => of.slow !== null);
  const slow = (cell: string): readonly string[] => (hasSlow ? [cell] : []);
  return table([
    ['figure', 'unit', 'engine', 'bare limit', 'ratio', ...slow('slow disk'), 'bounds'],
    ...findings.map(({ what, unit, of, bare, bounds }) => [
      what,
      unit,
      shown(of.engine),
      shown(bare),
      shown(of.ratio),
      ...slow(shown(of.slow)),
      bounds.map(shownBound).join('; '),
    ]),
  ]);
}

export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const lines = rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

function shown(spread: Spread | null): string {
  if (spread === null || Number.isNaN(spread.median)) return '–';
  return `${rounded(spread.median)} (${rounded(spread.low)}…${rounded(spread.high)})`;
}

const SHOWN: Readonly<Record<Compared, string>> = {
  ratio: '',
  engine: 'engine ',
  slow: 'slow ',
  'slow - engine': 'slow − engine ',
  'slow / engine': 'slow ÷ engine ',
};

function shownBound(bound: Judged): string {
  const limit = 'atMost' in bound ? `≤ ${bound.atMost}` : `≥ ${bound.atLeast}`;
  const state = bound.isMet === null ? 'left out' : bound.isMet ? 'met' : 'NOT MET';
  return `${SHOWN[bound.of]}${limit} ${state}`;
}

export function rounded(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits);
}
