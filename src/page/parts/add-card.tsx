import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { candidatesOf, type Candidate } from '../engine/candidates.ts';
import type { WrongFields } from '../engine/wrong-fields.ts';
import { Form } from './form.tsx';
import type { Fields } from './use-form.ts';
import { visible } from './visible.ts';

/** Adds something that has a name; a name that others have is asked about. */
export function AddCard<Given extends { readonly name: string }>({
  said,
  form: { given, wrong },
  onAdd,
  children,
}: {
  said: {
    readonly add: string;
    readonly addAct: string;
    readonly addAnyway: string;
    readonly several: string;
    readonly sameOnes: string;
    readonly nameMissing: string;
  };
  form: Fields<Given>;
  /** @param isNew the person says that it is none of those that have the same name */
  onAdd: (isNew: boolean) => Promise<void>;
  children: ComponentChildren;
}): VNode {
  const same = useSignal<readonly Candidate[]>([]);
  const send = async (isNew: boolean): Promise<WrongFields | void> => {
    if (given.peek().name.trim() === '') return { name: said.nameMissing };
    try {
      await onAdd(isNew);
      same.value = [];
    } catch (error) {
      same.value = candidatesOf(error);
      if (same.value.length > 0) return { rest: said.several };
      throw error;
    }
  };
  return (
    <details class="card">
      <summary>{said.add}</summary>
      <div
        onInput={({ target }) => {
          // The messages were about what was typed before.
          if (target instanceof HTMLSelectElement) return;
          wrong.value = {};
          same.value = [];
        }}
      >
        <Form
          label={said.add}
          wrong={wrong}
          names={Object.keys(given.value)}
          act={said.addAct}
          onSend={() => send(false)}
          other={same.value.length === 0 ? null : { label: said.addAnyway, onSend: () => send(true) }}
        >
          {children}
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
        </Form>
      </div>
    </details>
  );
}
