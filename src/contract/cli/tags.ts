import { tags as routes } from '../http/tags.ts';
import { commandsOf, listing } from './from-route.ts';
import { say } from './says.ts';

const command = commandsOf(routes, {
  whenGone: say('gone.tags'),
  whenNothing: say('nothing.tagged_thread'),
});

const list = {
  args: { tag: 'tag' },
  sends: { query: { limit: 200 } },
  columns: ['tag', 'threadId', 'title'],
  none: say('none.tags'),
} as const;

export const tags = listing('tags', command('list', 'tags.list', list), [
  command('set', 'tags.set', {
    args: { thread: 'id', tag: { of: 'tags', many: true, optional: true } },
    lines: ({ tags }) => tags,
    none: say('none.tags_of_thread'),
  }),
]);
