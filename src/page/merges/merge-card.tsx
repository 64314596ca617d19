import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { ProblemError } from '../../contract/client.ts';
import { say, unsay } from '../app/notices.ts';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { AskDialog } from '../parts/ask-dialog.tsx';
import { moment } from '../parts/format.ts';
import { keyboardAfter } from '../parts/keyboard-after.ts';
import { visible } from '../parts/visible.ts';
import { drawn } from '../parts/frames.ts';
import { entryWords } from '#words/entries.ts';
import { mergeWords as said } from '#words/merges.ts';
import { stateOf } from './in-words.ts';
import { merges, type Merge } from './merges.ts';

/** The merge that has to be taken back before; null if that is not why the engine refused. */
function firstOf(error: unknown): string | null {
  const id = error instanceof ProblemError ? error.problem['mergeId'] : undefined;
  return error instanceof ProblemError && error.problem.code === 'merge_chained' && typeof id === 'string'
    ? id
    : null;
}

/** A merge: what it was, how it stands, and a way to take it back. */
export function MergeCard({ merge }: { merge: Merge }): VNode {
  const { mergeId, mergedName, keptName, kind, createdAt, dataRows, conversationLinks } = merge;
  const isAsking = useSignal(false);
  const wrong = useSignal('');
  const first = useSignal<string | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const state = stateOf(merge);
  const takeBack = async () => {
    const goOnAt = keyboardAfter();
    try {
      await engine['merges.rollback']({ params: { id: mergeId } });
      wrong.value = '';
      first.value = null;
      unsay(said.dialog.done(mergedName, keptName));
      say(said.takenBack(mergedName));
      await merges.read();
      // The button is gone, and with it the place of the keyboard.
      goOnAt(() => title.current);
    } catch (error) {
      wrong.value = told(error);
      first.value = firstOf(error);
      await merges.read();
    }
  };
  const firstId = first.value ?? merge.takeBackFirst;
  const before = merges.items.value?.find((one) => one.mergeId === firstId);
  return (
    <article class="card" id={mergeId} aria-label={visible(said.sentence(mergedName, keptName))}>
      <h3 ref={title} tabIndex={-1} dir="auto">
        {visible(said.sentence(mergedName, keptName))}
      </h3>
      <p class={`state is-${state}`}>{said.states[state]}</p>
      {said.means[state] === '' ? null : <p class="hint">{said.means[state]}</p>}
      <p class="hint">
        {entryWords.kinds[kind]} · <time datetime={createdAt}>{said.on(moment(createdAt))}</time> ·{' '}
        {said.moved(dataRows, conversationLinks)}
      </p>
      <Alert text={wrong.value} />
      {firstId === null ? null : (
        <div class="row">
          <button type="button" class="small" onClick={() => void show(firstId)}>
            {before === undefined
              ? said.firstUnknown
              : visible(said.first(before.mergedName, before.keptName))}
          </button>
        </div>
      )}
      {state === 'inEffect' ? (
        <div class="row">
          <button
            type="button"
            class="small"
            aria-label={visible(said.takeBackNamed(said.sentence(mergedName, keptName)))}
            onClick={() => (isAsking.value = true)}
          >
            {said.takeBack}
          </button>
        </div>
      ) : null}
      {isAsking.value ? (
        <AskDialog
          question={said.takeBackQuestion(mergedName, keptName)}
          says={said.takeBackSays(mergedName, keptName).map(visible)}
          label={said.takeBack}
          onClose={() => (isAsking.value = false)}
          onSure={() => void takeBack()}
        />
      ) : null}
    </article>
  );
}

/** Leads to the merge of this id, which may be on a page that is not shown yet. */
async function show(id: string): Promise<void> {
  for (;;) {
    const card = document.getElementById(id);
    if (card !== null) {
      card.querySelector<HTMLElement>('h3')?.focus();
      return;
    }
    const shown = merges.items.peek()?.length ?? 0;
    if (merges.older.peek() === null) return;
    await merges.readOlder();
    if ((merges.items.peek()?.length ?? 0) <= shown) return;
    await drawn();
  }
}
