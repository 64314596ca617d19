import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { say } from '../app/notices.ts';
import { showArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { AddCard } from '../parts/add-card.tsx';
import { Choice } from '../parts/choice.tsx';
import { Field } from '../parts/field.tsx';
import { useForm } from '../parts/use-form.ts';
import { entryWords as said } from '#words/entries.ts';
import { entries, type Kind } from './entries.ts';

/** Adds an entry by its kind and name. */
export function AddEntry(): VNode {
  const form = useForm({ name: '' });
  const kind = useSignal<Kind>('person');
  return (
    <AddCard
      said={said}
      form={form}
      onAdd={async (isNew) => {
        const name = form.given.peek().name.trim();
        const added = await engine['graph.save']({
          body: { kind: kind.value, name, ...(isNew ? { isNew } : {}) },
        });
        form.set({ name: '' });
        say(said.added(added.name));
        void entries.begin();
        showArea('entries', added.entityId);
      }}
    >
      <div class="pair">
        <Field label={said.name} {...form.field('name')} />
        <Choice
          label={said.kind}
          value={kind.value}
          options={said.kinds}
          onChoose={(one) => (kind.value = one)}
        />
      </div>
    </AddCard>
  );
}
