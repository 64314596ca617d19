import { Type } from 'typebox';
import { json } from '../row.ts';
import { Id, Time, time } from '../shapes.ts';

export const background = {
  'running.list': json({
    route: 'GET /api/running',
    who: 'starter',
    summary: 'What the engine works on now, whatever has started it; the longest in progress first.',
    status: 200,
    refuses: [],
    ours: true,
    returns: Type.Object({
      running: Type.Array(
        Type.Object({
          of: Type.Enum(['task', 'trigger', 'workflow', 'run', 'replay'], {
            description:
              'What has started it; run: a conversation, or a host of the tool server; replay: an earlier run once more',
          }),
          id: Type.String({
            description:
              'Of the task, the trigger, the run of a workflow or the run; POST /api/tasks/:id/stop takes it',
          }),
          title: Type.String(),
          effect: Type.Enum(['run_agent', 'run_workflow', 'backup', 'notify']),
          runId: Type.Union([Id, Type.Null()]),
          threadId: Type.Union([Id, Type.Null()]),
          startedAt: Time,
          waiting: Type.Boolean({ description: 'It waits for an answer of its owner' }),
          stoppable: Type.Boolean({ description: 'A stop can end it' }),
        }),
      ),
    }),
    handle: async ({ running }, { asker }) => {
      const all = await running.list(asker);
      return { running: all.map((one) => ({ ...one, startedAt: time(one.startedAt) })) };
    },
  }),
};
