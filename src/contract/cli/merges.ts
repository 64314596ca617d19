import type { AnswerOf } from '../client.ts';
import { merges as routes } from '../http/merges.ts';
import type { CommandRow, Line } from './command.ts';
import { counted } from './amounts.ts';
import { commandsOf } from './from-route.ts';

const command = commandsOf(routes, {
  whenGone: 'svc merges shows what was merged; an engine finishes at its start what was cut off.',
  whenNothing: 'There is no record of such a merge: svc merges lists them.',
});

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

const columns = [
  'mergeId',
  ({ mergedName, keptName }: Shown) => `${mergedName} into ${keptName}`,
  'createdAt',
  stateOf,
  ({ dataRows }: Shown) => (dataRows === 0 ? '' : counted(dataRows, 'row')),
  ({ conversationLinks }: Shown) =>
    conversationLinks === 0 ? '' : counted(conversationLinks, 'conversation'),
] as const;

const pair = {
  args: {
    merged: {
      of: 'merged',
      summary: 'the entry that is shown as the other: its id, or a name that no other has',
    },
    kept: { of: 'kept', summary: 'the entry that stays: its id, or a name that no other has' },
  },
  whenNothing: 'One of the two does not exist: svc graph find WORDS searches for it.',
} as const;

const list = {
  sends: { query: { limit: 200 } },
  columns,
  none: 'Nothing was merged in the last 90 days.',
} as const;

export const merges: readonly CommandRow<object>[] = [
  {
    ...command('merges', 'merges.list', {
      ...list,
      summary: 'Print the merges of entries that can be taken back.',
    }),
    commands: [
      command('list', 'merges.list', {
        ...list,
        summary: 'Print the merges that have a record, newest first.',
      }),
      command('preview', 'merges.preview', {
        ...pair,
        summary: 'Print what a merge would do; it changes nothing.',
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
      command('merge', 'merges.merge', {
        ...pair,
        summary: 'Merge one entry into another of its kind.',
        columns,
      }),
      command('rollback', 'merges.rollback', {
        summary: 'Take a merge back.',
        args: { merge: { of: 'id', summary: 'the id of the merge' } },
        columns,
      }),
    ],
  },
];
