import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { partWords } from '#words/parts.ts';
import { Form } from './form.tsx';
import { count } from './format.ts';
import { TextField } from './text-field.tsx';
import { useKeptForm } from './use-form.ts';

const said = partWords.instructions;

/** What the engine takes (`core/instance/instructions/limits.ts`). */
const MOST = 8_000;

/** A field for instructions of the owner, which says how many characters they have and whether they are saved. */
export function InstructionsForm({
  name,
  label,
  hint,
  saved: first,
  onSave,
  leave = null,
}: {
  /** Unlike that of all others: what is not saved is kept by it. */
  name: string;
  label: string;
  hint: string;
  /** As the engine has them; empty for none. */
  saved: string;
  /** Null for none. Resolves to what the engine has now. */
  onSave: (text: string | null) => Promise<string>;
  leave?: { readonly label: string; readonly onLeave: () => void } | null;
}): VNode {
  const { given, wrong, field, set, forget } = useKeptForm(`instructions ${name}`, { instructions: first });
  const saved = useSignal(first);
  const wasSaved = useSignal(false);
  const { instructions } = given.value;
  const chars = Array.from(instructions).length;
  const isSaved = instructions === saved.value;
  return (
    <Form
      label={label}
      wrong={wrong}
      names={['instructions']}
      act={said.save}
      leave={leave}
      onSend={async () => {
        if (chars > MOST) return { instructions: said.tooLong(count(MOST)) };
        saved.value = await onSave(instructions.trim() === '' ? null : instructions);
        set({ instructions: saved.value });
        forget();
        wasSaved.value = true;
      }}
    >
      <TextField
        label={label}
        hint={`${hint} ${said.chars(count(chars), count(MOST))}`}
        {...field('instructions')}
      />
      <p class={`one-line ${isSaved ? 'good' : 'hint'}`} role="status">
        {!isSaved ? said.notSaved : wasSaved.value ? said.saved : ''}
      </p>
    </Form>
  );
}
