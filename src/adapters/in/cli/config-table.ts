import type { EngineClient } from './attach.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';
import type { Says, Tell } from '../../../contract/words/says.ts';
import { onOneLine } from './terminal-text.ts';

/** The configuration as the engine reports it. */
export type Report = Awaited<ReturnType<EngineClient['config.get']>>;
type Source = NonNullable<Report['sources'][keyof Report['sources']]>;

/** Names of the sources that override the user file. */
export const COUNTS_OVER: Readonly<Record<Source, Says>> = {
  env: sayOf('source.env'),
  project: sayOf('source.project'),
  user: sayOf('source.user'),
  default: sayOf('source.default'),
};

/** Undefined when the key has no value. */
export const sourceOf = (sources: Report['sources'], key: string): Source | undefined =>
  (sources as Readonly<Record<string, Source | undefined>>)[key];

const HEADS = [sayOf('head.key'), sayOf('head.value'), sayOf('head.source')];
const GAP = '  ';
/** The widest column of values, so that the sources stay visible. */
const maxValueColumns = 60;

/** The configuration for people: one line for each key that has a value. */
export function table({ config, sources }: Report, tell: Tell): string {
  const rows = Object.entries(config).map(([key, value]) => [
    key,
    onOneLine(typeof value === 'string' ? value : JSON.stringify(value)),
    sourceOf(sources, key) ?? '',
  ]);
  const all = [HEADS.map((head) => tell(head)), ...rows];
  const widths = [0, 1].map((column) =>
    Math.min(maxValueColumns, Math.max(...all.map((cells) => (cells[column] ?? '').length))),
  );
  return all.map((cells) => `${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(GAP)}\n`).join('');
}
