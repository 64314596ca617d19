import { Type } from 'typebox';
import { tagLimits } from '../../core/conversation/tags/limits.ts';
import { Tag } from '../http/tags.ts';
import { tool } from '../row.ts';
import { closed } from '../shapes.ts';

const Tags = (description: string) =>
  Type.Optional(Type.Array(Tag, { maxItems: 2 * tagLimits.perThread, description }));

export const tags = [
  tool({
    name: 'tag_thread',
    family: 'tags',
    summary:
      'Changes the tags of this conversation, by which your owner finds it again. Use it when your owner asks for it.',
    input: Type.Object(
      { add: Tags('Tags to add, like work or tax 2026'), remove: Tags('Tags to take away') },
      { ...closed, minProperties: 1 },
    ),
    effect: 'effect',
    consent: 'write_local',
    handle: async ({ tags }, { add = [], remove = [] }, { threadId, personId }) =>
      await tags.change(personId, threadId, { add, remove }),
  }),
];
