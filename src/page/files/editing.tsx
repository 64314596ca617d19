import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { engine, type Answer } from '../engine/client.ts';
import { codeOf } from '../engine/failure.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
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
  const isChanged = given.value.text !== content;
  const save = async () => {
    try {
      const { text } = given.peek();
      await engine['files.save']({ query: { path }, body: { text, revision: revision.value } });
      unsavedText.drop(path);
      onSaved();
    } catch (error) {
      isOutOfDate.value = OUT_OF_DATE.includes(codeOf(error) ?? '');
      throw error;
    }
  };
  const replace = async () => {
    revision.value = await revisionOf(path);
    await save();
  };
  const drop = () => {
    unsavedText.drop(path);
    onLeave();
  };
  return (
    <>
      <Form
        label={said.editNamed(shownName(nameOf(path)))}
        wrong={wrong}
        names={['text']}
        act={said.save}
        onSend={save}
        other={isOutOfDate.value ? { label: said.saveOver, onSend: replace } : null}
        leave={isChanged ? null : { label: said.leaveEdit, onLeave: drop }}
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
      {isChanged ? (
        <ConfirmButton label={said.dropEdit} name={said.dropEdit} question={said.dropSure} onSure={drop} />
      ) : null}
    </>
  );
}

/** What the file has now is not what was read: it was changed, or deleted. */
const OUT_OF_DATE: readonly string[] = ['file_changed', 'file_not_found'];

/** Null: the file is gone, and will be a new one. */
async function revisionOf(path: string): Promise<string | null> {
  try {
    return (await engine['files.read']({ query: { path } })).revision;
  } catch (error) {
    if (codeOf(error) === 'file_not_found') return null;
    throw error;
  }
}
