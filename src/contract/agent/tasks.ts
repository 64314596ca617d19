import { Type } from 'typebox';
import { quote } from '../../core/kernel/quoted.ts';
import type { ConsentDemand } from '../../core/ports/tools.ts';
import { taskLimits } from '../../core/automation/tasks/limits.ts';
import type { TaskShown } from '../../core/automation/tasks/service.ts';
import { say } from '../../core/automation/tasks/says.ts';
import { usedWith } from '../../core/conversation/consent/model.ts';
import type { Services } from '../../core/features.ts';
import type { PersonId } from '../../core/kernel/ids.ts';
import type { JsonObject } from '../../core/kernel/json.ts';
import { asAgentOf } from '../../core/conversation/background/model.ts';
import { byAgentOf } from '../../core/trust/people/model.ts';
import { instantFrom } from '../instant.ts';
import { tool } from '../row.ts';
import { closed } from '../shapes.ts';

/** As its renderers take it. */
export type ToldTask = TaskShown;

const Fields = {
  description: Type.Optional(Type.String({ maxLength: taskLimits.agentsDescriptionChars })),
  priority: Type.Optional(Type.Enum(['low', 'medium', 'high', 'urgent'])),
  assignee: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: taskLimits.assigneeChars,
      description: '"agent": you work on it in the background, at once; your owner is asked first',
    }),
  ),
  due_at: Type.Optional(
    Type.String({ format: 'date-time', description: 'With a time zone, like 2027-01-31T09:00:00Z' }),
  ),
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: taskLimits.tagChars }), { maxItems: taskLimits.tags }),
  ),
};

interface Asked {
  readonly assignee?: string;
  readonly title?: string;
  readonly description?: string;
}

/** Work that begins by itself is asked for; a note of what to do is not. */
function demandOf({ assignee, title, description }: Asked): ConsentDemand | 'write_local' {
  if (assignee !== 'agent') return 'write_local';
  const what = [title, description].filter(Boolean).join('. ');
  return {
    class: 'change_self',
    says: [say('task.begin', { what: quote(what, 2 * taskLimits.agentsDescriptionChars) })],
  };
}

/** Its owner knows a task by its title. What cannot be found is not changed, and is asked about as it was given. */
async function changing(
  name: string,
  input: { readonly task_id: string },
  tasks: Pick<Services['tasks'], 'get'>,
  personId: PersonId,
): Promise<ConsentDemand> {
  const found = await tasks.get(input.task_id, asAgentOf(personId)).catch(() => null);
  const given = { ...input } as JsonObject;
  const says = usedWith(name, found === null ? given : { task: found.task.title, ...given });
  return { class: 'write_local', says };
}

const dueOf = (text: string | undefined) =>
  text === undefined ? {} : { dueAt: instantFrom('/due_at', text) };

export const tasks = [
  tool({
    name: 'create_task',
    family: 'tasks',
    summary: 'Writes down something to do, for your owner or another person; or for you, in the background.',
    input: Type.Object(
      {
        title: Type.String({ minLength: 1, maxLength: taskLimits.titleChars, pattern: '\\S' }),
        ...Fields,
        parent_id: Type.Optional(Type.String({ minLength: 1, description: 'The task that it is a part of' })),
      },
      closed,
    ),
    effect: 'effect',
    consent: demandOf,
    handle: async ({ tasks }, { due_at, parent_id, ...input }, { threadId, personId }) =>
      await tasks.create(
        { ...input, ...dueOf(due_at), ...(parent_id === undefined ? {} : { parentId: parent_id }) },
        byAgentOf(personId),
        threadId,
      ),
  }),
  tool({
    name: 'update_task',
    family: 'tasks',
    summary: 'Changes a task: its words, its status, who does it, when it is due.',
    input: Type.Object(
      {
        task_id: Type.String({ minLength: 1 }),
        title: Type.Optional(Type.String({ minLength: 1, maxLength: taskLimits.titleChars, pattern: '\\S' })),
        status: Type.Optional(Type.Enum(['open', 'in_progress', 'completed', 'failed'])),
        ...Fields,
      },
      { ...closed, minProperties: 2 },
    ),
    effect: 'effect',
    // What is already written down could be other words than those that its owner would be shown.
    precheck: ({ tasks }, input) => tasks.checkEdit(input, 'agent'),
    consent: (input, { tasks }, { personId }) => changing('update_task', input, tasks, personId),
    handle: async ({ tasks }, { task_id, due_at, ...input }, { personId }) =>
      await tasks.set(task_id, { ...input, ...dueOf(due_at) }, asAgentOf(personId), 'agent'),
  }),
  tool({
    name: 'complete_task',
    family: 'tasks',
    summary: 'Marks a task as completed, and the open tasks in it.',
    input: Type.Object({ task_id: Type.String({ minLength: 1 }) }, closed),
    effect: 'effect',
    consent: (input, { tasks }, { personId }) => changing('complete_task', input, tasks, personId),
    handle: async ({ tasks }, { task_id }, { personId }) =>
      await tasks.complete(task_id, asAgentOf(personId), 'agent'),
  }),
  tool({
    name: 'list_tasks',
    family: 'tasks',
    summary: 'Lists tasks, the newest first.',
    input: Type.Object(
      {
        status: Type.Optional(Type.Enum(['open', 'in_progress', 'completed', 'failed'])),
        assignee: Type.Optional(Type.String({ minLength: 1 })),
        tag: Type.Optional(Type.String({ minLength: 1 })),
        words: Type.Optional(Type.String({ minLength: 1, maxLength: taskLimits.queryChars })),
      },
      closed,
    ),
    effect: 'read',
    consent: 'read',
    handle: async ({ tasks }, { status = null, assignee = null, tag = null, words = null }, { personId }) =>
      (
        await tasks.list(
          { status, assignee, tag, words, parent: null, limit: 50, after: null },
          asAgentOf(personId),
        )
      ).items,
  }),
];
