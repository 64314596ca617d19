import { Type } from 'typebox';
import { threadId } from '../../core/kernel/ids.ts';
import type { ToolsWithCosts } from '../../core/execution/runs/tool-costs.ts';
import type { refuse } from '../../core/conversation/threads/errors.ts';
import { rowsRefusing } from '../row.ts';
import { Name, OrNull } from '../shapes.ts';

const { json } = rowsRefusing<typeof refuse>();

const Costs = Type.Object({
  switches: Type.Array(
    Type.Object({
      name: Type.String({ description: 'A family, or `server:` and the name of a tool server' }),
      kind: Type.Enum(['family', 'server']),
      state: Type.Enum(['always', 'on', 'off', 'by_need'], {
        description: '`always`: the small core, which has no switch',
      }),
      tools: Type.Integer({ minimum: 0, description: 'How many there are now: 0 of what is not connected' }),
      tokens: Type.Integer({
        minimum: 0,
        description: 'What they take of the model’s window in full, all together; an estimate',
      }),
    }),
  ),
  room: Type.Unsafe<number | null>({
    ...OrNull(Type.Integer({ minimum: 0 })),
    description: 'Tokens of the window that tools may take together; null: no model can be asked now',
  }),
  contextWindow: OrNull(Type.Integer({ minimum: 1 })),
});

const shown = ({ switches, ...window }: ToolsWithCosts) => ({ switches: [...switches], ...window });

export const tools = {
  'tools.list': json({
    route: 'GET /api/tools',
    who: 'person',
    summary: 'The families of tools and the tool servers, each with what it costs of the model’s window.',
    status: 200,
    refuses: [],
    ours: true,
    query: Type.Object({ profile: Type.Optional(Name) }),
    returns: Costs,
    handle: async ({ toolCosts }, { query: { profile = null }, asker }) =>
      shown(await toolCosts.of(asker.person, profile, null)),
  }),
  'threads.tools': json({
    route: 'GET /api/threads/:id/tools',
    who: 'starter',
    summary:
      'The same for one thread, with what its owner has switched on or off (PATCH /api/threads/:id changes that).',
    status: 200,
    refuses: ['thread_not_found'],
    ours: true,
    returns: Costs,
    handle: async ({ toolCosts }, { params, asker }) =>
      shown(await toolCosts.ofThread(asker.person, threadId(params.id))),
  }),
};
