import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { placeOfArea } from '../app/place.ts';
import { carryToReminder } from '../automation/drafts.ts';
import { told, violationsOf } from '../engine/failure.ts';
import { Field } from '../parts/field.tsx';
import { draftOfForm, keepDraftOfForm } from '../parts/form-drafts.ts';
import { keyboardAfter } from '../parts/keyboard-after.ts';
import { visible } from '../parts/visible.ts';
import { taskWords as said } from '#words/tasks.ts';
import { addTask, AGENT, type Task } from './tasks.ts';

/** Adds a task, or one in another; what was typed stays until the engine has it, also over a reload. */
export function AddTask({ parent, onDone }: { parent: Task | null; onDone?: () => void }): VNode {
  const draft = parent === null ? 'task' : `task.${parent.taskId}`;
  const kept = draftOfForm(draft)['title'];
  const title = useSignal(typeof kept === 'string' ? kept : '');
  const wrong = useSignal('');
  const isBusy = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  const field = () => form.current?.querySelector('input');
  const focus = () => field()?.focus();
  useLayoutEffect(() => {
    if (parent !== null) focus();
  }, []);
  const write = (text: string) => {
    title.value = text;
    keepDraftOfForm(draft, text === '' ? null : { title: text });
  };
  const cancel = () => {
    keepDraftOfForm(draft, null);
    onDone?.();
  };
  const add = async (isGiven: boolean) => {
    if (isBusy.value) return;
    if (title.value.trim() === '') {
      wrong.value = said.titleMissing;
      focus();
      return;
    }
    isBusy.value = true;
    const goOnAt = keyboardAfter();
    try {
      await addTask({
        title: title.value.trim(),
        ...(isGiven ? { assignee: AGENT } : {}),
        ...(parent === null ? {} : { parentId: parent.taskId }),
      });
      write('');
      wrong.value = '';
      if (onDone) onDone();
      else goOnAt(field);
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
        if (event.key === 'Escape' && onDone !== undefined) cancel();
      }}
    >
      <Field
        label={label}
        placeholder={said.what}
        value={title.value}
        wrong={visible(wrong.value)}
        onInput={(text) => {
          write(text);
          wrong.value = '';
        }}
      />
      <div class="row">
        <button class="primary">{said.addAct}</button>
        <button type="button" onClick={() => void add(true)}>
          {said.addGive}
        </button>
        {parent === null ? (
          <a href={placeOfArea('automation', 'reminder')} onClick={() => carryToReminder(title.value)}>
            {said.remind}
          </a>
        ) : null}
        {onDone === undefined ? null : (
          <button type="button" class="quiet" onClick={cancel}>
            {said.form.cancel}
          </button>
        )}
      </div>
    </form>
  );
}
