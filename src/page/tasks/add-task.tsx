import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { told, violationsOf } from '../engine/failure.ts';
import { Field } from '../parts/field.tsx';
import { visible } from '../parts/visible.ts';
import { taskWords as said } from '../words/tasks.ts';
import { addTask, AGENT, type Task } from './tasks.ts';

/** Adds a task, or one in another; what was typed stays until the engine has it. */
export function AddTask({ parent, onDone }: { parent: Task | null; onDone?: () => void }): VNode {
  const title = useSignal('');
  const wrong = useSignal('');
  const isBusy = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  const focus = () => form.current?.querySelector('input')?.focus();
  useEffect(() => {
    if (parent !== null) focus();
  }, []);
  const add = async (isGiven: boolean) => {
    if (isBusy.value) return;
    if (title.value.trim() === '') {
      wrong.value = said.titleMissing;
      focus();
      return;
    }
    isBusy.value = true;
    try {
      await addTask({
        title: title.value.trim(),
        ...(isGiven ? { assignee: AGENT } : {}),
        ...(parent === null ? {} : { parentId: parent.taskId }),
      });
      title.value = '';
      wrong.value = '';
      if (onDone) onDone();
      else focus();
    } catch (error) {
      const found = violationsOf(error);
      wrong.value = found.length === 0 ? told(error) : found.map(({ message }) => message).join(' ');
    } finally {
      isBusy.value = false;
    }
  };
  const label = visible(parent === null ? said.add : said.addIn(parent.title));
  return (
    <form
      ref={form}
      class={parent === null ? 'card' : 'form'}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void add(false);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone?.();
      }}
    >
      <Field
        label={label}
        placeholder={said.what}
        value={title.value}
        wrong={visible(wrong.value)}
        onInput={(text) => {
          title.value = text;
          wrong.value = '';
        }}
      />
      <div class="row">
        <button class="primary">{said.addAct}</button>
        <button type="button" onClick={() => void add(true)}>
          {said.addGive}
        </button>
        {onDone === undefined ? null : (
          <button type="button" class="quiet" onClick={onDone}>
            {said.form.cancel}
          </button>
        )}
      </div>
    </form>
  );
}
