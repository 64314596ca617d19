import { childrenOf, everythingIn, inFull, lineOfTask, words } from '../../../contract/cli/tasks.ts';
import type { OwnCodes } from './at-terminal.ts';

/** `svc task show` and `done`: they tell of what is in a task, too. */
export const taskVerbs = {
  'task show': (at, { args: [id = ''], json }) =>
    at.over({ ...words, engine: at.attachedOrLooking, isReading: true }, async ({ client }) => {
      const { tell } = at;
      const task = await client['tasks.get']({ params: { id } });
      if (json) return at.printJson(task);
      const inside = await childrenOf(client, task.taskId);
      at.print([
        ...inFull(task, tell),
        ...(inside.length === 0
          ? []
          : [tell('terminal.in_it'), ...inside.map((one) => lineOfTask(one, tell))]),
      ]);
    }),

  'task done': (at, { args: [id = ''], json }) =>
    at.over(words, async ({ client }) => {
      const { taskId } = await client['tasks.get']({ params: { id } });
      const open = (await everythingIn(client, taskId)).filter(
        ({ status }) => status === 'open' || status === 'in_progress',
      );
      const task = await client['tasks.complete']({ params: { id: taskId } });
      if (json) return at.printJson(task);
      at.print([lineOfTask(task, at.tell)]);
      if (open.length > 0) at.say(at.tell('terminal.with_it_done', { tasks: open.length }));
    }),
} satisfies OwnCodes;
