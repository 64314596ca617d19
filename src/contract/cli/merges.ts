import type { AnswerOf } from '../client.ts';
import { merges as routes } from '../http/merges.ts';
import type { CommandRow, Line } from './command.ts';
import { counted } from './amounts.ts';
import { commandsOf } from './from-route.ts';
import { say } from './says.ts';

const command = commandsOf(routes, {
  whenGone: say('gone.merges'),
  whenNothing: say('nothing.merge'),
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
    merged: 'merged',
    kept: 'kept',
  },
  whenNothing: say('nothing.merged'),
} as const;

const list = {
  sends: { query: { limit: 200 } },
  columns,
  none: say('none.merges'),
} as const;

export const merges: readonly CommandRow<object>[] = [
  {
    ...command('merges', 'merges.list', list),
    commands: [
      command('list', 'merges.list', list),
      command('preview', 'merges.preview', {
        ...pair,
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

        columns,
      }),
      command('rollback', 'merges.rollback', {
        args: { merge: 'id' },
        columns,
      }),
    ],
  },
];
