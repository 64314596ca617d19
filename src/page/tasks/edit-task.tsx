import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isAway } from '../engine/away.ts';
import { told, violationsOf } from '../engine/failure.ts';
import { Choice } from '../parts/choice.tsx';
import { Field } from '../parts/field.tsx';
import { TextField } from '../parts/text-field.tsx';
import { visible } from '../parts/visible.ts';
import { taskWords } from '../words/tasks.ts';
import { changesOf, givenOf, type Given } from './given.ts';
import { AGENT, changeTask, type Task } from './tasks.ts';

const said = taskWords.form;

/** Changes a task in its place. Escape leaves it as it was. */
export function EditTask({ task, onDone }: { task: Task; onDone: () => void }): VNode {
  const before = useRef(givenOf(task));
  const given = useSignal<Given>(before.current);
  const wrong = useSignal<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const now = given.value;
  const tell = (found: Readonly<Record<string, string>>) => {
    wrong.value = found;
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  const save = async () => {
    if (now.title.trim() === '') {
      tell({ title: taskWords.titleMissing });
      return;
    }
    const changes = changesOf(before.current, now);
    try {
      if (changes !== null) await changeTask(task, changes);
      onDone();
    } catch (error) {
      const found = violationsOf(error).map(({ path, message }) => [
        Object.keys(now).find((name) => path.split('/').includes(name)) ?? 'rest',
        message,
      ]);
      tell(found.length === 0 ? { rest: told(error) } : Object.fromEntries(found));
    }
  };
  const field = (name: keyof Given) => ({
    value: now[name],
    wrong: visible(wrong.value[name] ?? ''),
    onInput: (text: string) => (given.value = { ...given.value, [name]: text }),
  });
  return (
    <form
      ref={form}
      class="form"
      aria-label={visible(said.label(task.title))}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
      }}
    >
      {task.running && !isAway.value ? <p class="hint">{said.locked}</p> : null}
      <Field label={said.title} {...field('title')} />
      <TextField label={said.description} {...field('description')} />
      <div class="pair">
        <Choice
          label={said.status}
          value={now.status}
          options={taskWords.statuses}
          onChoose={(status) => (given.value = { ...given.value, status })}
        />
        <Choice
          label={said.priority}
          value={now.priority}
          options={taskWords.priorities}
          onChoose={(priority) => (given.value = { ...given.value, priority })}
        />
        <Field label={said.due} type="datetime-local" {...field('dueAt')} />
        <Field label={said.assignee} hint={said.assigneeHint} offered={[AGENT]} {...field('assignee')} />
      </div>
      <Field label={said.tags} hint={said.tagsHint} {...field('tags')} />
      <p class="bad" role="alert">
        {visible(wrong.value['rest'] ?? '')}
      </p>
      <div class="row">
        <button class="primary">{said.save}</button>
        <button type="button" onClick={onDone}>
          {said.cancel}
        </button>
      </div>
    </form>
  );
}
