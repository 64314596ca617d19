import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { placeOfArea, showArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { told, violationsOf } from '../engine/failure.ts';
import { Choice } from '../parts/choice.tsx';
import { Field } from '../parts/field.tsx';
import { visible } from '../parts/visible.ts';
import { entryWords as said } from '../words/entries.ts';
import { candidatesOf, type Candidate } from './candidates.ts';
import { entries, type Kind } from './entries.ts';

/** Adds an entry by its kind and name; a name that others have is asked about. */
export function AddEntry(): VNode {
  const name = useSignal('');
  const kind = useSignal<Kind>('person');
  const wrong = useSignal('');
  const same = useSignal<readonly Candidate[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useRef(false);
  const add = async (isNew: boolean) => {
    if (isBusy.current) return;
    if (name.value.trim() === '') {
      wrong.value = said.nameMissing;
      form.current?.querySelector('input')?.focus();
      return;
    }
    isBusy.current = true;
    try {
      const body = { kind: kind.value, name: name.value.trim(), ...(isNew ? { isNew } : {}) };
      const added = await engine['graph.save']({ body });
      name.value = '';
      wrong.value = '';
      same.value = [];
      say(said.added(added.name));
      void entries.begin();
      showArea('entries', added.entityId);
    } catch (error) {
      same.value = candidatesOf(error);
      const found = violationsOf(error);
      wrong.value = found.length === 0 ? told(error) : found.map(({ message }) => message).join(' ');
    } finally {
      isBusy.current = false;
    }
  };
  return (
    <details class="card">
      <summary>{said.add}</summary>
      <form
        ref={form}
        class="form"
        aria-label={said.add}
        onSubmit={(event) => {
          event.preventDefault();
          void add(false);
        }}
      >
        <div class="pair">
          <Field
            label={said.name}
            value={name.value}
            wrong={visible(wrong.value)}
            onInput={(text) => {
              name.value = text;
              wrong.value = '';
              same.value = [];
            }}
          />
          <Choice
            label={said.kind}
            value={kind.value}
            options={said.kinds}
            onChoose={(one) => (kind.value = one)}
          />
        </div>
        {same.value.length === 0 ? null : (
          <>
            <p>{said.sameOnes}</p>
            <ul class="lines">
              {same.value.map((one) => (
                <li key={one.entityId}>
                  <a href={placeOfArea('entries', one.entityId)} dir="auto">
                    {visible(one.name)}
                  </a>
                  <span class="hint">{visible(one.says)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        <div class="row">
          <button class="primary">{said.addAct}</button>
          {same.value.length === 0 ? null : (
            <button type="button" onClick={() => void add(true)}>
              {said.addAnyway}
            </button>
          )}
        </div>
      </form>
    </details>
  );
}
