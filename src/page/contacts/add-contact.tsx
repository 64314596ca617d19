import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { placeOfArea, showArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { wrongFields } from '../engine/wrong-fields.ts';
import { candidatesOf, type Candidate } from '../entries/candidates.ts';
import { Choice } from '../parts/choice.tsx';
import { Field } from '../parts/field.tsx';
import { visible } from '../parts/visible.ts';
import { contactWords as said } from '../words/contacts.ts';
import { contacts } from './contacts.ts';

const EMPTY = { name: '', email: '', company: '' };

/** Adds a contact; a name that others have is asked about. */
export function AddContact(): VNode {
  const given = useSignal(EMPTY);
  const kind = useSignal<keyof typeof said.kinds>('person');
  const wrong = useSignal<Readonly<Record<string, string>>>({});
  const same = useSignal<readonly Candidate[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useRef(false);
  const now = given.value;
  const add = async (isNew: boolean) => {
    if (isBusy.current) return;
    const name = now.name.trim();
    if (name === '') {
      wrong.value = { name: said.nameMissing };
      form.current?.querySelector('input')?.focus();
      return;
    }
    isBusy.current = true;
    try {
      const added = await engine['contacts.add']({
        body: {
          kind: kind.value,
          name,
          ...(now.email.trim() === '' ? {} : { email: now.email.trim() }),
          ...(now.company.trim() === '' || kind.value !== 'person' ? {} : { company: now.company.trim() }),
          ...(isNew ? { isNew } : {}),
        },
      });
      given.value = EMPTY;
      wrong.value = {};
      same.value = [];
      say(said.added(added.name));
      void contacts.begin();
      showArea('contacts', added.contactId);
    } catch (error) {
      same.value = candidatesOf(error);
      wrong.value = wrongFields(error, Object.keys(EMPTY));
    } finally {
      isBusy.current = false;
    }
  };
  const field = (name: keyof typeof EMPTY) => ({
    label: said.fields[name],
    value: now[name],
    wrong: visible(wrong.value[name] ?? ''),
    onInput: (text: string) => {
      given.value = { ...given.value, [name]: text };
      wrong.value = {};
      same.value = [];
    },
  });
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
          <Field {...field('name')} />
          <Choice
            label={said.kind}
            value={kind.value}
            options={said.kinds}
            onChoose={(one) => (kind.value = one)}
          />
          <Field {...field('email')} />
          {kind.value === 'person' ? <Field {...field('company')} /> : null}
        </div>
        <p class="bad" role="alert">
          {visible(wrong.value['rest'] ?? '')}
        </p>
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
