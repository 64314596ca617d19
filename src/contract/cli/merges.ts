import type { AnswerOf } from '../client.ts';
import { merges as routes } from '../http/merges.ts';
import type { CommandRow, Line } from './command.ts';
import { commandsOf } from './from-route.ts';
import { say } from './says.ts';
import type { Tell } from '../words/says.ts';

const command = commandsOf(routes, {
  whenGone: say('gone.merges'),
  whenNothing: say('nothing.merge'),
});

type Shown = AnswerOf<(typeof routes)['merges.list']>['merges'][number];

const stateOf = ({ applied, inEffect, superseded, takeBackFirst }: Shown, tell: Tell): string =>
  !applied
    ? tell(say('terminal.merge_incomplete'))
    : superseded
      ? tell(say('terminal.merged_again'))
      : inEffect
        ? tell(say('terminal.in_effect'))
        : takeBackFirst === null
          ? tell(say('terminal.not_in_effect'))
          : tell(say('terminal.shown_through', { merge: takeBackFirst }));

const columns = [
  'mergeId',
  ({ mergedName, keptName }: Shown, tell: Tell) =>
    tell(say('terminal.merged_into', { merged: mergedName, kept: keptName })),
  'createdAt',
  stateOf,
  ({ dataRows }: Shown, tell: Tell) =>
    dataRows === 0 ? '' : tell(say('terminal.rows_count', { count: dataRows })),
  ({ conversationLinks }: Shown, tell: Tell) =>
    conversationLinks === 0 ? '' : tell(say('terminal.conversations_count', { count: conversationLinks })),
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
        lines: (one, tell: Tell): readonly Line[] => [
          tell(
            say('terminal.would_be_shown', { merged: one.mergedName, kept: one.keptName, kind: one.kind }),
          ),
          ['merged', one.mergedId, one.mergedName],
          ['kept', one.keptId, one.keptName],
          ...(one.names.length === 0
            ? []
            : [[tell(say('terminal.label_also_called')), one.names.join(', ')]]),
          [tell(say('terminal.label_brings')), one.filled.join(', ') || 'none'],
          [
            tell(say('terminal.label_differ')),
            one.differing.length === 0
              ? tell(say('terminal.none_of_them'))
              : tell(say('terminal.of_kept_entry', { names: one.differing.join(', ') })),
          ],
          ...one.rowsByKind.map(({ kind, count }): Line => [
            tell(say('terminal.of_its_data')),
            `${kind}: ${count}`,
          ]),
          [
            tell(say('terminal.with_it')),
            [
              tell(say('terminal.relations_count', { count: one.relations })),
              tell(say('terminal.memories_count', { count: one.mentions })),
              tell(say('terminal.data_rows_count', { count: one.dataRows })),
              tell(say('terminal.conversations_count', { count: one.conversationLinks })),
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
