import type { tags as routes } from '../http/tags.ts';
import { type CommandRow, routesOf } from './command.ts';

const ask = routesOf<typeof routes>();

const words = {
  whenGone: 'See with svc tags which tags there are.',
  whenNothing: 'This is not the id of a thread: svc tags lists those that have tags.',
};

const list = ask('tags.list', {
  ...words,
  request: ({ args: [tag] }) => ({ query: { limit: 200, ...(tag === undefined ? {} : { tag }) } }),
  lines: ({ tags, nextCursor }) => [
    ...tags.map(({ tag, threadId, title }) => [tag, threadId, title]),
    ...(nextCursor === null ? [] : ['There are more: name a tag to see its threads.']),
  ],
  none: 'No tags found.',
});

const typedTag = { name: 'tag', summary: 'only the threads with this one', optional: true } as const;

export const tags: readonly CommandRow<object>[] = [
  {
    kind: 'command',
    name: 'tags',
    summary: 'Print the tags of threads, or give a thread its tags.',
    json: true,
    args: [typedTag],
    asks: list,
    commands: [
      {
        kind: 'command',
        name: 'list',
        summary: 'Print the tags of threads, each with its thread.',
        json: true,
        args: [typedTag],
        asks: list,
      },
      {
        kind: 'command',
        name: 'set',
        summary: 'Give a thread these tags and no others; without a tag it has none.',
        json: true,
        args: [
          { name: 'thread', summary: 'the id of a thread' },
          { name: 'tag', summary: 'its tags', optional: true, many: true },
        ],
        asks: ask('tags.set', {
          ...words,
          request: ({ args: [id = '', ...tags] }) => ({ params: { id }, body: { tags } }),
          lines: ({ tags }) => tags,
          none: 'The thread has no tags.',
        }),
      },
    ],
  },
];
