import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { placeOfArea, showArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { me } from '../engine/me.ts';
import { MergeDialog } from '../merges/merge-dialog.tsx';
import { AskDialog } from '../parts/ask-dialog.tsx';
import { shortMoment } from '../parts/format.ts';
import { OpenItem } from '../parts/open-item.tsx';
import { useFound } from '../parts/use-found.ts';
import { useReturningFocus } from '../parts/use-returning-focus.ts';
import { visible } from '../parts/visible.ts';
import { entryWords as said } from '#words/entries.ts';
import { Contradictions } from './contradictions.tsx';
import { Details } from './details.tsx';
import { OnlyYou } from './only-you.tsx';
import { EditEntry } from './edit-entry.tsx';
import { removeEntry, type Opened } from './entries.ts';
import { History } from './history.tsx';
import { Memories } from './memories.tsx';
import { Picture } from './picture.tsx';
import { Relations } from './relations.tsx';

/** One entry with everything that is known of it. */
export function OpenEntry({ id }: { id: string }): VNode {
  const { found, wrong, isGone, again } = useFound(
    () => engine['graph.entity']({ params: { id } }),
    ['entity_not_found'],
  );
  return (
    <OpenItem
      area="entries"
      said={said}
      item={found.value}
      name={found.value?.name}
      isGone={isGone.value}
      wrong={wrong.value}
      onAgain={again}
      shown={(entry) => <Shown entry={entry} isOther={entry.entityId !== id} again={again} />}
    />
  );
}

function Shown({
  entry,
  isOther,
  again,
}: {
  entry: Opened;
  /** The opened entry was merged into this one. */
  isOther: boolean;
  again: () => Promise<void>;
}): VNode {
  const { name, kind, mentionCount, firstSeenAt, lastSeenAt, contactId } = entry;
  const asking = useSignal<'merge' | 'remove' | null>(null);
  const isEditing = useSignal(false);
  const editButton = useReturningFocus(isEditing.value);
  return (
    <>
      {isOther ? <p class="notice">{said.wasMerged}</p> : null}
      {entry.private && me.value !== null ? <OnlyYou entry={entry} again={again} /> : null}
      <p class="hint">
        {said.kinds[kind]} · {said.mentions(mentionCount)} · {said.since(shortMoment(firstSeenAt))} ·{' '}
        {said.seen(shortMoment(lastSeenAt))}
      </p>
      {isEditing.value ? null : (
        <div class="row" role="group" aria-label={visible(said.actions(name))}>
          <button
            ref={editButton}
            type="button"
            class="small"
            aria-label={visible(said.editNamed(name))}
            onClick={() => (isEditing.value = true)}
          >
            {said.edit}
          </button>
          <button
            type="button"
            class="small"
            aria-label={visible(said.mergeNamed(name))}
            onClick={() => (asking.value = 'merge')}
          >
            {said.merge}
          </button>
          {contactId === null ? null : (
            <a
              class="small"
              href={placeOfArea('contacts', contactId)}
              aria-label={visible(said.contactNamed(name))}
            >
              {said.contact}
            </a>
          )}
          <button
            type="button"
            class="quiet"
            aria-label={visible(said.removeNamed(name))}
            onClick={() => (asking.value = 'remove')}
          >
            {said.remove}
          </button>
        </div>
      )}
      {isEditing.value ? (
        <EditEntry
          entry={entry}
          onDone={() => {
            isEditing.value = false;
            void again();
          }}
        />
      ) : (
        <>
          <Contradictions entry={entry} again={again} />
          <Details entry={entry} />
        </>
      )}
      <Picture key={entry.entityId} entry={entry} />
      <Relations entry={entry} again={again} />
      <Memories entry={entry} />
      <History id={entry.entityId} shown={entry} />
      {asking.value === 'remove' ? (
        <AskDialog
          question={said.removeQuestion(name)}
          says={said.removeSays}
          label={said.remove}
          onClose={() => (asking.value = null)}
          onSure={() =>
            void removeEntry(entry).then((isGone) => {
              if (isGone) showArea('entries');
            })
          }
        />
      ) : null}
      {asking.value === 'merge' ? (
        <MergeDialog
          merged={entry}
          onClose={() => (asking.value = null)}
          onMerged={(keptId) => showArea('entries', keptId)}
        />
      ) : null}
    </>
  );
}
