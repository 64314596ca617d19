import type { VNode } from 'preact';
import { say } from '../app/notices.ts';
import { engine } from '../engine/client.ts';
import { Choice } from '../parts/choice.tsx';
import { Form } from '../parts/form.tsx';
import { TextField } from '../parts/text-field.tsx';
import { useForm } from '../parts/use-form.ts';
import { memoryWords } from '#words/memory.ts';
import type { Kind } from './memories.ts';

const said = memoryWords.add;

/** Writes down memories by hand. */
export function AddMemory({ onAdded }: { onAdded: (kind: Kind) => Promise<void> }): VNode {
  const { given, wrong, set, field } = useForm<{ kind: Kind; text: string }>({ kind: 'knowledge', text: '' });
  return (
    <details class="card">
      <summary>{said.title}</summary>
      <Form
        label={said.title}
        wrong={wrong}
        names={['text']}
        act={said.act}
        onSend={async () => {
          const { kind: ns, text } = given.peek();
          if (text.trim() === '') return { text: said.missing };
          const { entries } = await engine['memory.append']({ params: { ns }, body: { text } });
          set({ text: '' });
          say(said.done(entries.length));
          await onAdded(ns);
          return {};
        }}
      >
        <Choice
          label={said.kind}
          value={given.value.kind}
          options={memoryWords.kinds}
          onChoose={(kind) => set({ kind })}
        />
        <TextField label={said.text} hint={said.hint} {...field('text')} />
      </Form>
    </details>
  );
}
