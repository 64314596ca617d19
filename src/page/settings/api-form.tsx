import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { Choice } from '../parts/choice.tsx';
import { Field } from '../parts/field.tsx';
import { useKept } from '../parts/kept.ts';
import { TextField } from '../parts/text-field.tsx';
import { settingsWords } from '#words/settings.ts';
import { bodyFrom, NEW_PROFILE, type TypedProfile } from './api-profile.ts';

const said = settingsWords.apis.form;

type TextOf = Exclude<keyof TypedProfile, 'auth'>;

/** Adds the profile of an API, or changes the one that is given. */
export function ApiForm({ given, onSaved }: { given: TypedProfile | null; onSaved: () => void }): VNode {
  const { value: typed, forget } = useKept<TypedProfile>(`api ${given?.id ?? ''}`, given ?? NEW_PROFILE, []);
  const wrong = useSignal('');
  const isBusy = useSignal(false);
  const now = typed.value;
  const set = (changed: Partial<TypedProfile>) => void (typed.value = { ...typed.value, ...changed });
  const line = (name: TextOf, hint = '') => (
    <Field label={said[name]} value={now[name]} hint={hint} onInput={(text) => set({ [name]: text })} />
  );
  const lines = (name: TextOf, hint = '') => (
    <TextField label={said[name]} value={now[name]} hint={hint} onInput={(text) => set({ [name]: text })} />
  );
  const save = async () => {
    const id = typed.value.id.trim();
    if (id === '') return void (wrong.value = said.idMissing);
    isBusy.value = true;
    try {
      await engine['apis.save']({ params: { id }, body: bodyFrom(typed.value) });
      wrong.value = '';
      forget();
      onSaved();
    } catch (error) {
      wrong.value = told(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form
      class="card"
      aria-labelledby="api-form-title"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy.value) void save();
      }}
    >
      <h3 id="api-form-title">{given === null ? said.add : said.edit(given.name)}</h3>
      {given === null ? line('id', said.idHint) : null}
      {line('name')}
      {line('address', said.addressHint)}
      {lines('description')}
      <Choice label={said.auth} value={now.auth} options={said.auths} onChoose={(auth) => set({ auth })} />
      {now.auth === 'header' || now.auth === 'query' ? line('place', said.placeHint) : null}
      {now.auth === 'none' ? null : lines('instructions', said.instructionsHint)}
      {line('second')}
      {line('minute')}
      {line('hour')}
      {line('day')}
      {lines('endpoints', said.endpointsHint)}
      {lines('guidelines', said.linesHint)}
      {lines('avoid', said.linesHint)}
      {lines('notes', said.linesHint)}
      <Alert text={wrong.value} />
      <button class="primary">{said.save}</button>
    </form>
  );
}
