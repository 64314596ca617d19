import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { engine } from '../engine/client.ts';
import { wrongFields } from '../engine/wrong-fields.ts';
import { Field } from '../parts/field.tsx';
import { visible } from '../parts/visible.ts';
import { entryWords } from '../words/entries.ts';
import type { Entry, Opened } from './entries.ts';
import { relationWords } from './in-words.ts';
import { PickEntry } from './pick-entry.tsx';

const said = entryWords.relate;

/** Relates an entry to another one. Escape leaves it. */
export function Relate({ entry, onDone }: { entry: Opened; onDone: () => void }): VNode {
  const kind = useSignal('');
  const to = useSignal<Entry | null>(null);
  const [since, until] = [useSignal(''), useSignal('')];
  const wrong = useSignal<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const save = async () => {
    const what = kind.value.trim();
    const other = to.value;
    if (what === '' || other === null) {
      wrong.value = what === '' ? { kind: said.whatMissing } : { rest: said.toMissing };
      return;
    }
    try {
      await engine['graph.relate']({
        body: {
          from: entry.entityId,
          kind: what,
          to: other.entityId,
          ...(since.value.trim() === '' ? {} : { since: since.value.trim() }),
          ...(until.value.trim() === '' ? {} : { until: until.value.trim() }),
        },
      });
      say(said.done(`${entry.name} ${relationWords(what)} ${other.name}`));
      onDone();
    } catch (error) {
      wrong.value = wrongFields(error, ['kind', 'since', 'until']);
    }
  };
  return (
    <form
      ref={form}
      class="form"
      aria-label={visible(said.label(entry.name))}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
      }}
    >
      <Field
        label={said.what}
        hint={said.whatHint}
        value={kind.value}
        wrong={visible(wrong.value['kind'] ?? '')}
        onInput={(text) => (kind.value = text)}
      />
      <PickEntry
        label={said.toWhom}
        except={entry.entityId}
        chosen={to.value}
        onChoose={(other) => (to.value = other)}
      />
      <div class="pair">
        <Field
          label={said.since}
          hint={said.dayHint}
          value={since.value}
          wrong={visible(wrong.value['since'] ?? '')}
          onInput={(text) => (since.value = text)}
        />
        <Field
          label={said.until}
          value={until.value}
          wrong={visible(wrong.value['until'] ?? '')}
          onInput={(text) => (until.value = text)}
        />
      </div>
      <p class="bad" role="alert">
        {visible(wrong.value['rest'] ?? '')}
      </p>
      <div class="row">
        <button class="primary">{said.save}</button>
        <button type="button" onClick={onDone}>
          {said.cancel}
        </button>
      </div>
    </form>
  );
}
