import type { VNode } from 'preact';
import { engine } from '../engine/client.ts';
import { Form } from '../parts/form.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useForm } from '../parts/use-form.ts';
import { memoryWords as said } from '#words/memory.ts';

/** Puts another statement in the place of a memory. */
export function EditMemory({
  id,
  text: before,
  onLeave,
  onSaved,
}: {
  id: string;
  text: string;
  onLeave: () => void;
  /** @param nextId of what took its place */
  onSaved: (nextId: string) => void;
}): VNode {
  const { given, wrong, field } = useForm({ text: before });
  return (
    <Form
      label={said.edit}
      isCard
      wrong={wrong}
      names={['text']}
      act={said.save}
      leave={{ label: said.cancel, onLeave }}
      onSend={async () => {
        const { text } = given.peek();
        if (text.trim() === '') return { text: said.editMissing };
        onSaved((await engine['memory.editEntry']({ params: { id }, body: { text } })).id);
        return {};
      }}
    >
      <TextField label={said.editText} hint={said.editHint} {...field('text')} />
    </Form>
  );
}
