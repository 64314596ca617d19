import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { say } from '../app/notices.ts';
import { engine } from '../engine/client.ts';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { dateTyped } from '../parts/typed-date.ts';
import { useForm } from '../parts/use-form.ts';
import { entryWords } from '#words/entries.ts';
import type { Entry, Opened } from './entries.ts';
import { relationWords } from './in-words.ts';
import { PickEntry } from './pick-entry.tsx';

const said = entryWords.relate;

/** Relates an entry to another one. */
export function Relate({ entry, onDone }: { entry: Opened; onDone: () => void }): VNode {
  const { given, wrong, field } = useForm({ kind: '', since: '', until: '' });
  const to = useSignal<Entry | null>(null);
  const save = async () => {
    const { kind, since, until } = given.peek();
    const what = kind.trim();
    const other = to.peek();
    if (what === '') return { kind: said.whatMissing };
    if (other === null) return { rest: said.toMissing };
    await engine['graph.relate']({
      body: {
        from: entry.entityId,
        kind: what,
        to: other.entityId,
        ...(since.trim() === '' ? {} : { since: dateTyped(since.trim()) }),
        ...(until.trim() === '' ? {} : { until: dateTyped(until.trim()) }),
      },
    });
    say(said.done(`${entry.name} ${relationWords(what)} ${other.name}`));
    return onDone();
  };
  return (
    <Form
      label={said.label(entry.name)}
      wrong={wrong}
      names={['kind', 'since', 'until']}
      act={said.save}
      onSend={save}
      leave={{ label: said.cancel, onLeave: onDone }}
    >
      <Field label={said.what} hint={said.whatHint} {...field('kind')} />
      <PickEntry
        label={said.toWhom}
        except={entry.entityId}
        chosen={to.value}
        onChoose={(other) => (to.value = other)}
      />
      <div class="pair">
        <Field label={said.since} hint={said.dayHint} {...field('since')} />
        <Field label={said.until} {...field('until')} />
      </div>
    </Form>
  );
}
