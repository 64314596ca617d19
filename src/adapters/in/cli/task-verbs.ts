import type { Tell } from '../../../contract/words/says.ts';
import {
  childrenOf,
  everythingIn,
  inFull,
  lineOfTask,
  words,
  type TaskVerbs,
} from '../../../contract/cli/tasks.ts';
import type { Line } from '../../../contract/cli/command.ts';
import type { Attached } from './attach.ts';
import { onOneLine, textOfLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';

export interface TaskVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly attachedOrLooking: () => Promise<Attached>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly tell: Tell;
}

/** `svc task show` and `done`: they tell of what is in a task, too. */
export function taskVerbs(deps: TaskVerbDeps): TaskVerbs['task'] {
  const { out, err } = deps;
  const say = (line: string) => err(`${onOneLine(line)}\n`);
  const ask = withEngine({ ...words, ...deps });
  const { tell } = deps;
  const look = withEngine({ ...words, ...deps, attachedOrOwn: deps.attachedOrLooking, isReading: true });
  const print = (lines: readonly Line[]) => out(lines.map((line) => `${textOfLine(line)}\n`).join(''));
  return {
    show: ({ id, json }) =>
      look(async ({ client }) => {
        const task = await client['tasks.get']({ params: { id } });
        if (json) return out(`${JSON.stringify(task)}\n`);
        const inside = await childrenOf(client, task.taskId);
        print([
          ...inFull(task, tell),
          ...(inside.length === 0
            ? []
            : [tell(sayOf('terminal.in_it')), ...inside.map((one) => lineOfTask(one, tell))]),
        ]);
      }),
    done: ({ id, json }) =>
      ask(async ({ client }) => {
        const { taskId } = await client['tasks.get']({ params: { id } });
        const open = (await everythingIn(client, taskId)).filter(
          ({ status }) => status === 'open' || status === 'in_progress',
        );
        const task = await client['tasks.complete']({ params: { id: taskId } });
        if (json) return out(`${JSON.stringify(task)}\n`);
        print([lineOfTask(task, tell)]);
        if (open.length > 0) say(tell(sayOf('terminal.with_it_done', { tasks: open.length })));
      }),
  };
}
