import { availableParallelism, cpus, loadavg } from 'node:os';
import { isMet, type Bound, type Finding } from './figure.ts';
import type { Spread } from './measure.ts';

const HEAD = ['figure', 'unit', 'engine', 'bare limit', 'result', 'bound', ''];

/** The machine that was measured; `load` shows how busy it was. */
export const machine = () => ({
  node: process.version,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
});

export function table(findings: readonly Finding[]): string {
  const rows = [HEAD, ...findings.map(row)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const lines = rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

function row(finding: Finding): readonly string[] {
  const { what, unit, engine, bare, result, bound } = finding;
  const [sign, suffix] =
    result.shown === 'ratio' ? ['', ' ×'] : [result.shown === 'added' ? '+' : '', ` ${unit}`];
  return [
    what,
    unit,
    shown(engine),
    shown(bare),
    `${shown(result.spread, sign)}${suffix}`,
    bound ? shownBound(bound) : '–',
    bound ? (isMet(finding) ? 'met' : 'NOT MET') : '',
  ];
}

const shown = ({ median, low, high }: Spread, sign = ''): string =>
  `${sign}${rounded(median)} (${rounded(low)}…${rounded(high)})`;

const shownBound = (bound: Bound): string => ('atMost' in bound ? `≤ ${bound.atMost}` : `≥ ${bound.atLeast}`);

function rounded(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toFixed(digits);
}
