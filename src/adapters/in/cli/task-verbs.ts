import { inFull, lineOfTask, words, type ShownTask, type TaskVerbs } from '../../../contract/cli/tasks.ts';
import type { Line } from '../../../contract/cli/command.ts';
import { agreed, type Agreement } from './agreed.ts';
import type { Attached, EngineClient } from './attach.ts';
import { onOneLine, textOfLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';

export interface TaskVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly attachedOrLooking: () => Promise<Attached>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Null when stdin is not a terminal. */
  readonly readLines: ((stop: AbortSignal) => AsyncIterable<string>) | null;
  readonly interrupted: AbortSignal;
}

/** `svc task show`, `done` and `remove`: they tell of what is in a task, too. */
export function taskVerbs(deps: TaskVerbDeps): TaskVerbs['task'] {
  const { out, err, readLines, interrupted } = deps;
  const say = (line: string) => err(`${onOneLine(line)}\n`);
  const ask = withEngine({ ...words, ...deps });
  const look = withEngine({ ...words, ...deps, attachedOrOwn: deps.attachedOrLooking, isReading: true });
  const print = (lines: readonly Line[]) => out(lines.map((line) => `${textOfLine(line)}\n`).join(''));
  return {
    show: ({ id, json }) =>
      look(async ({ client }) => {
        const task = await client['tasks.get']({ params: { id } });
        if (json) return out(`${JSON.stringify(task)}\n`);
        const inside = await childrenOf(client, task.taskId);
        print([...inFull(task), ...(inside.length === 0 ? [] : ['In it:', ...inside.map(lineOfTask)])]);
      }),
    done: ({ id, json }) =>
      ask(async ({ client }) => {
        const { taskId } = await client['tasks.get']({ params: { id } });
        const open = (await everythingIn(client, taskId)).filter(
          ({ status }) => status === 'open' || status === 'in_progress',
        );
        const task = await client['tasks.complete']({ params: { id: taskId } });
        if (json) return out(`${JSON.stringify(task)}\n`);
        print([lineOfTask(task)]);
        if (open.length > 0)
          say(`${tasksIn(open.length)} in it ${open.length === 1 ? 'was' : 'were'} completed with it.`);
      }),
    remove: ({ id, yes }) =>
      ask(async ({ client }) => {
        const { taskId, title } = await client['tasks.get']({ params: { id } });
        const inside = (await everythingIn(client, taskId)).length;
        if (
          inside > 0 &&
          !yes &&
          !(await agreed(deletesAll(title, inside), { say, err, readLines, interrupted }))
        )
          return 'refused';
        await client['tasks.delete']({ params: { id: taskId } });
        say(inside === 0 ? 'Deleted.' : `Deleted, with ${tasksIn(inside)} in it.`);
        return 'done';
      }),
  };
}

function deletesAll(title: string, inside: number): Agreement {
  const goes = `${tasksIn(inside)} in ${JSON.stringify(title)} would be deleted with it`;
  return {
    question: `${onOneLine(goes)}. Delete all of them`,
    unasked: goes,
    undone: 'Nothing was deleted.',
  };
}

const tasksIn = (count: number): string => (count === 1 ? '1 task' : `${count} tasks`);

async function childrenOf(client: EngineClient, parent: string): Promise<readonly ShownTask[]> {
  let found: readonly ShownTask[] = [];
  let cursor: string | null = null;
  do {
    const query: { parent: string; limit: number; cursor?: string } = {
      parent,
      limit: 200,
      ...(cursor === null ? {} : { cursor }),
    };
    const page: { readonly tasks: readonly ShownTask[]; readonly nextCursor: string | null } = await client[
      'tasks.list'
    ]({ query });
    found = [...found, ...page.tasks];
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

async function everythingIn(client: EngineClient, parent: string): Promise<readonly ShownTask[]> {
  const children = await childrenOf(client, parent);
  const below = await Promise.all(children.map(({ taskId }) => everythingIn(client, taskId)));
  return [...children, ...below.flat()];
}
