import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { isAway } from '../engine/away.ts';
import { Choice } from '../parts/choice.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useForm } from '../parts/use-form.ts';
import { taskWords } from '#words/tasks.ts';
import { changesOf, formValuesOf } from './form-values.ts';
import { AGENT, changeTask, type Task } from './tasks.ts';

const said = taskWords.form;

/** Changes a task in its place. */
export function EditTask({ task, onDone }: { task: Task; onDone: () => void }): VNode {
  const before = useRef(formValuesOf(task));
  const { given, wrong, set, field } = useForm(before.current);
  const now = given.value;
  const save = async () => {
    if (given.peek().title.trim() === '') return { title: taskWords.titleMissing };
    const changes = changesOf(before.current, given.peek());
    if (changes !== null) await changeTask(task, changes);
    return onDone();
  };
  return (
    <Form
      label={said.label(task.title)}
      wrong={wrong}
      names={Object.keys(now)}
      act={said.save}
      onSend={save}
      leave={{ label: said.cancel, onLeave: onDone }}
    >
      {task.running && !isAway.value ? <p class="hint">{said.locked}</p> : null}
      <Field label={said.title} {...field('title')} />
      <TextField label={said.description} {...field('description')} />
      <div class="pair">
        <Choice
          label={said.status}
          value={now.status}
          options={taskWords.statuses}
          onChoose={(status) => set({ status })}
        />
        <Choice
          label={said.priority}
          value={now.priority}
          options={taskWords.priorities}
          onChoose={(priority) => set({ priority })}
        />
        <Field label={said.due} type="datetime-local" {...field('dueAt')} />
        <Field label={said.assignee} hint={said.assigneeHint} offered={[AGENT]} {...field('assignee')} />
      </div>
      <Field label={said.tags} hint={said.tagsHint} {...field('tags')} />
    </Form>
  );
}
