import { tags as routes } from '../http/tags.ts';
import type { CommandRow } from './command.ts';
import { commandsOf } from './from-route.ts';

const command = commandsOf(routes, {
  whenGone: 'See with svc tags which tags there are.',
  whenNothing: 'This is not the id of a thread: svc tags lists those that have tags.',
});

const list = {
  args: { tag: { of: 'tag', summary: 'only the threads with this one' } },
  sends: { query: { limit: 200 } },
  columns: ['tag', 'threadId', 'title'],
  none: 'No tags found.',
} as const;

export const tags: readonly CommandRow<object>[] = [
  {
    ...command('tags', 'tags.list', {
      ...list,
      summary: 'Print the tags of threads, or give a thread its tags.',
    }),
    commands: [
      command('list', 'tags.list', {
        ...list,
        summary: 'Print the tags of threads, each with its thread.',
      }),
      command('set', 'tags.set', {
        summary: 'Give a thread these tags and no others; without a tag it has none.',
        args: {
          thread: { of: 'id', summary: 'the id of a thread' },
          tag: { of: 'tags', summary: 'its tags', many: true, optional: true },
        },
        lines: ({ tags }) => tags,
        none: 'The thread has no tags.',
      }),
    ],
  },
];
