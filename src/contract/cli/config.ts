import type { AnswerOf } from '../client.ts';
import { config as routes } from '../http/config.ts';
import type { Says } from '../words/says.ts';
import type { CommandRow, Said } from './command.ts';
import { terminalKeys } from './config-keys.ts';
import { commandsOf } from './from-route.ts';
import { say, type Tell } from './says.ts';

/** The configuration as the engine reports it. */
export type Report = AnswerOf<(typeof routes)['config.get']>;
type Source = NonNullable<Report['sources'][keyof Report['sources']]>;

/** What the sources are called. */
export const SOURCES: Readonly<Record<Source, Says>> = {
  env: say('source.env'),
  project: say('source.project'),
  user: say('source.user'),
  default: say('source.default'),
};

/** Undefined when the key has no value. */
export const sourceOf = (sources: Report['sources'], key: string): Source | undefined =>
  (sources as Readonly<Record<string, Source | undefined>>)[key];

const GAP = '  ';
/** The widest column of values, so that the sources stay visible. */
const maxValueColumns = 60;

/** One line for each key that has a value, below what the columns are. */
function table({ config: values, sources }: Report, tell: Tell): readonly string[] {
  const rows = Object.entries(values).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
    sourceOf(sources, key) ?? '',
  ]);
  const all = [[tell('head.key'), tell('head.value'), tell('head.source')], ...rows];
  const widths = [0, 1].map((column) =>
    Math.min(maxValueColumns, Math.max(...all.map((cells) => (cells[column] ?? '').length))),
  );
  return all.map((cells) => cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(GAP));
}

const replace: Said = { name: 'replace' };

export const config: readonly CommandRow[] = [
  {
    ...commandsOf(routes, { whenGone: say('gone.config') })('config', 'config.get', {
      lines: table,
      remarks: ({ problems }) => problems.map(({ message }) => message),
    }),
    commands: [
      {
        name: 'set',
        args: [{ name: 'key' }, { name: 'value' }],
        json: true,
        switches: [replace],
        list: terminalKeys.map(({ key, be, summary }) => ({ name: key, takes: be, text: summary })),
        own: 'config set',
      },
      {
        name: 'unset',
        args: [{ name: 'key' }],
        json: true,
        switches: [replace],
        // Without a value.
        own: 'config set',
      },
    ],
  },
];
