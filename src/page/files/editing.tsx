import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { engine, type Answer } from '../engine/client.ts';
import { codeOf } from '../engine/failure.ts';
import { Form } from '../parts/form.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useForm } from '../parts/use-form.ts';
import { fileWords as said } from '#words/files.ts';
import { nameOf } from './places.ts';
import { shownName } from './shown-name.ts';
import { unsavedText } from './unsaved.ts';

type Read = Answer<'files.read'>;

/** A file as text, to be changed. What is typed stays until it is saved or dropped, wherever the person goes meanwhile. */
export function Editing({
  file: { path, content, revision: first },
  onSaved,
  onLeave,
}: {
  file: Read;
  onSaved: () => void;
  onLeave: () => void;
}): VNode {
  const kept = unsavedText.of(path);
  const { given, wrong, set } = useForm({ text: kept?.text ?? content });
  const revision = useSignal(kept?.revision ?? first);
  const isOutOfDate = useSignal(false);
  const save = async () => {
    try {
      const { text } = given.peek();
      await engine['files.save']({ query: { path }, body: { text, revision: revision.value } });
      unsavedText.drop(path);
      onSaved();
    } catch (error) {
      isOutOfDate.value = codeOf(error) === 'file_changed';
      throw error;
    }
  };
  const replace = async () => {
    revision.value = (await engine['files.read']({ query: { path } })).revision;
    await save();
  };
  return (
    <Form
      label={said.editNamed(shownName(nameOf(path)))}
      wrong={wrong}
      names={['text']}
      act={said.save}
      onSend={save}
      other={isOutOfDate.value ? { label: said.saveOver, onSend: replace } : null}
      leave={{
        label: said.dropEdit,
        onLeave: () => {
          unsavedText.drop(path);
          onLeave();
        },
      }}
    >
      <TextField
        label={said.text}
        value={given.value.text}
        wrong={wrong.value['text'] ?? ''}
        onInput={(text) => {
          set({ text });
          unsavedText.keep(path, { text, revision: revision.peek() });
        }}
      />
    </Form>
  );
}
