import type { AnswerOf } from '../client.ts';
import { merges as routes } from '../http/merges.ts';
import type { Line } from './command.ts';
import { commandsOf, listing } from './from-route.ts';
import { say, type Tell } from './says.ts';

const command = commandsOf(routes, { whenGone: say('gone.merges'), whenNothing: say('nothing.merge') });

type Shown = AnswerOf<(typeof routes)['merges.list']>['merges'][number];

const stateOf = ({ applied, inEffect, superseded, takeBackFirst }: Shown, tell: Tell): string =>
  !applied
    ? tell('terminal.merge_incomplete')
    : superseded
      ? tell('terminal.merged_again')
      : inEffect
        ? tell('terminal.in_effect')
        : takeBackFirst === null
          ? tell('terminal.not_in_effect')
          : tell('terminal.shown_through', { merge: takeBackFirst });

const columns = [
  'mergeId',
  ({ mergedName, keptName }: Shown, tell: Tell) =>
    tell('terminal.merged_into', { merged: mergedName, kept: keptName }),
  'createdAt',
  stateOf,
  ({ dataRows }: Shown, tell: Tell) =>
    dataRows === 0 ? '' : tell('terminal.data_rows_count', { count: dataRows }),
  ({ conversationLinks }: Shown, tell: Tell) =>
    conversationLinks === 0 ? '' : tell('terminal.conversations_count', { count: conversationLinks }),
] as const;

const pair = { args: { merged: 'merged', kept: 'kept' }, whenNothing: say('nothing.merged') } as const;

const list = {
  sends: { query: { limit: 200 } },
  columns,
  none: say('none.merges'),
} as const;

export const merges = listing('merges', command('list', 'merges.list', list), [
  command('preview', 'merges.preview', {
    ...pair,
    lines: (one, tell: Tell): readonly Line[] => [
      tell('terminal.would_be_shown', { merged: one.mergedName, kept: one.keptName, kind: one.kind }),
      ['merged', one.mergedId, one.mergedName],
      ['kept', one.keptId, one.keptName],
      ...(one.names.length === 0 ? [] : [[tell('terminal.label_also_called'), one.names.join(', ')]]),
      [tell('terminal.label_brings'), one.filled.join(', ') || 'none'],
      [
        tell('terminal.label_differ'),
        one.differing.length === 0
          ? tell('terminal.none_of_them')
          : tell('terminal.of_kept_entry', { names: one.differing.join(', ') }),
      ],
      ...one.rowsByKind.map(({ kind, count }): Line => [tell('terminal.of_its_data'), `${kind}: ${count}`]),
      [
        tell('terminal.with_it'),
        [
          tell('terminal.relations_count', { count: one.relations }),
          tell('terminal.memories_count', { count: one.mentions }),
          tell('terminal.data_rows_count', { count: one.dataRows }),
          tell('terminal.conversations_count', { count: one.conversationLinks }),
        ].join(', '),
      ],
    ],
  }),
  command('merge', 'merges.merge', {
    ...pair,

    columns,
  }),
  command('rollback', 'merges.rollback', { args: { merge: 'id' }, columns }),
]);
