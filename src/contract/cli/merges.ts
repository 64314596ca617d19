import type { AnswerOf } from '../client.ts';
import type { merges as routes } from '../http/merges.ts';
import { type CommandRow, type Line, routesOf } from './command.ts';
import { localMinute } from './local-time.ts';

const ask = routesOf<typeof routes>();

const words = {
  whenGone: 'svc merges shows what was merged; an engine finishes at its start what was cut off.',
  whenNothing: 'There is no record of such a merge: svc merges lists them.',
};

type Shown = AnswerOf<(typeof routes)['merges.list']>['merges'][number];

const stateOf = ({ applied, inEffect, superseded, takeBackFirst }: Shown): string =>
  !applied
    ? 'did not complete'
    : superseded
      ? 'merged again later'
      : inEffect
        ? 'in effect'
        : takeBackFirst === null
          ? 'not in effect'
          : `shown through a later merge (${takeBackFirst})`;

const counted = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`;

const lineOf = (merge: Shown): Line => [
  merge.mergeId,
  `${merge.mergedName} into ${merge.keptName}`,
  localMinute(merge.createdAt),
  stateOf(merge),
  merge.dataRows === 0 ? '' : counted(merge.dataRows, 'row'),
  merge.conversationLinks === 0 ? '' : counted(merge.conversationLinks, 'conversation'),
];

const pair = [
  { name: 'merged', summary: 'the entry that is shown as the other: its id, or a name that no other has' },
  { name: 'kept', summary: 'the entry that stays: the same' },
] as const;

const list = ask('merges.list', {
  ...words,
  request: () => ({ query: { limit: 200 } }),
  lines: ({ merges, nextCursor }) => [
    ...merges.map(lineOf),
    ...(nextCursor === null ? [] : ['There are older ones.']),
  ],
  none: 'Nothing was merged in the last 90 days.',
});

export const merges: readonly CommandRow<object>[] = [
  {
    kind: 'command',
    name: 'merges',
    summary: 'Print the merges of entries that can be taken back.',
    json: true,
    asks: list,
    commands: [
      {
        kind: 'command',
        name: 'list',
        summary: 'Print the merges that have a record, newest first.',
        json: true,
        asks: list,
      },
      {
        kind: 'command',
        name: 'preview',
        summary: 'Print what a merge would do; it changes nothing.',
        json: true,
        args: pair,
        asks: ask('merges.preview', {
          ...words,
          whenNothing: 'One of the two does not exist: svc graph find WORDS searches for it.',
          request: ({ args: [merged = '', kept = ''] }) => ({ query: { merged, kept } }),
          lines: (one): readonly Line[] => [
            `${one.mergedName} would be shown as ${one.keptName} (${one.kind}).`,
            ['merged', one.mergedId, one.mergedName],
            ['kept', one.keptId, one.keptName],
            ...(one.names.length === 0 ? [] : [['also called', one.names.join(', ')]]),
            ['details it brings', one.filled.join(', ') || 'none'],
            [
              'details that differ',
              one.differing.length === 0
                ? 'none'
                : `${one.differing.join(', ')} (those of the kept entry are shown)`,
            ],
            ...one.rowsByKind.map(({ kind, count }): Line => ['of its data', `${kind}: ${count}`]),
            [
              'with it',
              [
                counted(one.relations, 'relation'),
                counted(one.mentions, 'memory', 'memories'),
                counted(one.dataRows, 'row of data', 'rows of data'),
                counted(one.conversationLinks, 'conversation'),
              ].join(', '),
            ],
          ],
        }),
      },
      {
        kind: 'command',
        name: 'merge',
        summary: 'Merge one entry into another of its kind.',
        json: true,
        args: pair,
        asks: ask('merges.merge', {
          ...words,
          whenNothing: 'One of the two does not exist: svc graph find WORDS searches for it.',
          request: ({ args: [merged = '', kept = ''] }) => ({ body: { merged, kept } }),
          lines: (merge) => [lineOf(merge)],
        }),
      },
      {
        kind: 'command',
        name: 'rollback',
        summary: 'Take a merge back.',
        json: true,
        args: [{ name: 'merge', summary: 'the id of the merge' }],
        asks: ask('merges.rollback', {
          ...words,
          request: ({ args: [id = ''] }) => ({ params: { id } }),
          lines: (merge) => [lineOf(merge)],
        }),
      },
    ],
  },
];
