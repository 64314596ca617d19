import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { showArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import type { Entry } from '../entries/entries.ts';
import { attributeWords } from '../entries/in-words.ts';
import { PickEntry } from '../entries/pick-entry.tsx';
import { Alert } from '../parts/alert.tsx';
import { listed } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { entryWords } from '#words/entries.ts';
import { mergeWords } from '#words/merges.ts';
import { rowsInWords } from './in-words.ts';
import type { Preview } from './merges.ts';
import './merges.css';
import { useModal } from '../parts/use-modal.ts';

const said = mergeWords.dialog;

/** Merges one entry into another one of its kind, after it was shown what that would do. */
export function MergeDialog({
  merged: given,
  onClose,
  onMerged,
}: {
  /** The entry that goes into the other one; null: it is chosen here. */
  merged: Entry | null;
  onClose: () => void;
  /** @param keptId the entry that both are now */
  onMerged: (keptId: string) => void;
}): VNode {
  const { modal, close } = useModal(onClose);
  const merged = useSignal(given);
  const kept = useSignal<Entry | null>(null);
  const preview = useSignal<Preview | null>(null);
  const wrong = useSignal('');
  const asked = useRef(0);
  const isBusy = useSignal(false);
  const look = async () => {
    asked.current += 1;
    const mine = asked.current;
    preview.value = null;
    wrong.value = '';
    const [away, stays] = [merged.peek(), kept.peek()];
    if (away === null || stays === null) return;
    try {
      const answer = await engine['merges.preview']({
        query: { merged: away.entityId, kept: stays.entityId },
      });
      if (mine === asked.current) preview.value = answer;
    } catch (error) {
      if (mine === asked.current) wrong.value = told(error);
    }
  };
  const merge = async () => {
    const shown = preview.peek();
    if (shown === null || isBusy.peek()) {
      if (shown === null && wrong.peek() === '') wrong.value = said.choose;
      return;
    }
    isBusy.value = true;
    try {
      await engine['merges.merge']({ body: { merged: shown.mergedId, kept: shown.keptId } });
      say(said.done(shown.mergedName, shown.keptName), {
        label: said.show,
        act: () => showArea('merges'),
      });
      close();
      onMerged(shown.keptId);
    } catch (error) {
      wrong.value = told(error);
    } finally {
      isBusy.value = false;
    }
  };
  const away = merged.value;
  const title = given === null ? said.title : visible(said.titleOf(given.name));
  return (
    <dialog {...modal} class="merging" aria-label={title}>
      <h3>{title}</h3>
      {given === null ? (
        <PickEntry
          label={said.merged}
          except={kept.value?.entityId ?? null}
          chosen={away}
          onChoose={(entry) => {
            // Only two of one kind can be merged.
            if (kept.peek()?.kind !== entry.kind) kept.value = null;
            merged.value = entry;
            void look();
          }}
        />
      ) : null}
      {away === null ? null : (
        <>
          <p class="hint">{said.keptHint(entryWords.kinds[away.kind])}</p>
          <PickEntry
            key={away.kind}
            label={said.kept}
            kind={away.kind}
            except={away.entityId}
            chosen={kept.value}
            onChoose={(entry) => {
              kept.value = entry;
              void look();
            }}
          />
        </>
      )}
      <Alert text={wrong.value} />
      <div role="status">{preview.value === null ? null : <What preview={preview.value} />}</div>
      <div class="row">
        <button type="button" class="primary" disabled={isBusy.value} onClick={() => void merge()}>
          {said.act}
        </button>
        <button type="button" onClick={close}>
          {said.cancel}
        </button>
      </div>
    </dialog>
  );
}

const detailsIn = (names: readonly string[]): string => listed(names.map(attributeWords));

function What({ preview }: { preview: Preview }): VNode {
  const { mergedName, keptName, names, filled, differing } = preview;
  const { relations, mentions, dataRows, rowsByKind, conversationLinks } = preview;
  return (
    <>
      <h4>{said.preview}</h4>
      <ul>
        <li>{visible(said.says(mergedName, keptName))}</li>
        <li>
          {visible(said.moves(relations, mentions, dataRows, rowsInWords(rowsByKind), conversationLinks))}
        </li>
        {names.length === 0 ? null : <li>{visible(said.names(listed(names)))}</li>}
        {filled.length === 0 ? null : <li>{visible(said.filled(detailsIn(filled)))}</li>}
        {differing.length === 0 ? null : <li>{visible(said.differing(detailsIn(differing)))}</li>}
      </ul>
    </>
  );
}
