import { signal, useSignal } from '@preact/signals';
import type { ComponentProps, ComponentType, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { OFFERED_MS } from '../app/notices.ts';
import { conversation } from '../conversation/current.ts';
import { engine, type Answer } from '../engine/client.ts';
import { codeOf, statusOf, told, worded } from '../engine/failure.ts';
import { useKeptFocus } from '../parts/use-kept-focus.ts';
import { visible } from '../parts/visible.ts';
import { reviewWords } from '#words/review.ts';
import { reviewOf } from './review-body.ts';
import { keptBy, undoKeep, type Kept } from './undo-keep.ts';
import './review.css';

const said = reviewWords;

type Found = Answer<'threads.changeset'>;
type ChangeSetOf = typeof import('./change-set.tsx').ChangeSet;

const OUT_OF_DATE: readonly string[] = [
  'changeset_run_stale',
  'no_changeset',
  'no_such_part',
  'file_changed',
  'changed_meanwhile',
];

/** Loaded with the first changes, because it compares words. */
const Shown = signal<{ readonly component: ComponentType<ComponentProps<ChangeSetOf>> } | null>(null);

/**
 * The unreviewed changes of a thread, whichever client started the run: keep or undo each file. It belongs to one thread:
 * give it a key.
 * @param changes another number reads them from the engine again
 */
export function Review({ threadId, changes }: { threadId: string; changes: number }): VNode | null {
  const set = useSignal<Found | null>(null);
  const outcome = useSignal<{ readonly text: string; readonly isBad: boolean } | null>(null);
  const failures = useSignal<ReadonlyMap<string, string>>(new Map());
  /** What can be taken back for a while. */
  const kept = useSignal<Kept | null>(null);
  const isBusy = useSignal(false);
  /** How many parts of files were undone since the last review. */
  const parts = useSignal(0);
  const box = useRef<HTMLElement>(null);
  // Not to the button that undoes it, which another Enter would press.
  const keptFocus = useKeptFocus(() => box.current);

  const read = async (signal?: AbortSignal) => {
    const found = await engine['threads.changeset']({
      params: { id: threadId },
      ...(signal ? { signal } : {}),
    });
    if (found.pending && Shown.value === null)
      Shown.value = { component: (await import('./change-set.tsx')).ChangeSet };
    set.value = found.pending ? found : null;
  };
  useEffect(() => {
    const left = new AbortController();
    read(left.signal).catch((error: unknown) => {
      if (left.signal.aborted || conversation.refused(threadId, error)) return;
      // While the engine is away the frame says so, and this is read again when it is back. That there is no such thread
      // is said by the conversation.
      const isSaid = statusOf(error) === null || codeOf(error) === 'thread_not_found';
      if (!isSaid) outcome.value = { text: told(error), isBad: true };
    });
    return () => left.abort();
  }, [threadId, changes]);

  useEffect(() => {
    const over = setTimeout(() => (kept.value = null), OFFERED_MS);
    return () => clearTimeout(over);
  }, [kept.value]);

  /** @param work says what has come of it */
  const decide = async (
    work: (shown: Found) => Promise<{ readonly text: string; readonly isBad: boolean }>,
  ) => {
    if (set.value === null || isBusy.value) return;
    isBusy.value = true;
    try {
      outcome.value = await work(set.value);
      await read();
    } catch (error) {
      outcome.value = { text: told(error), isBad: true };
      // What is shown is out of date.
      if (OUT_OF_DATE.includes(codeOf(error) ?? '')) await read().catch(() => undefined);
    } finally {
      isBusy.value = false;
    }
  };
  const review = async (paths: readonly string[]) =>
    await decide(async (shown) => {
      const body = reviewOf(shown, paths);
      const done = await engine['threads.review']({ params: { id: threadId }, body });
      failures.value = new Map(done.failed.map(({ path, reason, says }) => [path, worded(reason, says)]));
      const undoneBefore = parts.value;
      parts.value = 0;
      kept.value = keptBy(shown, paths, done);
      return {
        text: said.outcome(done.accepted, done.rolledBack, done.failed.length, undoneBefore),
        isBad: done.failed.length > 0,
      };
    });
  const undoPart = async (path: string, part: string) =>
    await decide(async ({ runId }) => {
      await engine['threads.undo-part']({
        params: { id: threadId },
        body: { runId: runId ?? '', path, part },
      });
      parts.value += 1;
      return { text: said.partUndone, isBad: false };
    });
  const takeBack = async (files: Kept) => {
    if (isBusy.value) return;
    isBusy.value = true;
    kept.value = null;
    const { undone, failure } = await undoKeep(files);
    outcome.value =
      failure === null
        ? { text: said.takenBack(undone), isBad: false }
        : { text: said.notTakenBack(undone, files.size, told(failure)), isBad: true };
    isBusy.value = false;
  };
  const [now, loaded, end] = [set.value, Shown.value, outcome.value];
  if (now === null && end === null) return null;
  return (
    <section
      ref={box}
      tabIndex={-1}
      class="card review"
      aria-label={now === null ? said.reviewed : said.title(now.files.length)}
      {...keptFocus}
    >
      {now === null || loaded === null ? null : (
        // Not disabled meanwhile: the button that was pressed would lose the keyboard.
        <fieldset aria-busy={isBusy.value}>
          <legend>{said.title(now.files.length)}</legend>
          <loaded.component
            key={now.runId}
            files={now.files}
            failures={failures.value}
            onReview={(kept) => void review(kept)}
            onUndoPart={(path, part) => void undoPart(path, part)}
          />
        </fieldset>
      )}
      <p class={end?.isBad ? 'bad' : 'hint'} role="status">
        {visible(end?.text ?? '')}
      </p>
      {kept.value === null ? null : (
        <p class="row">
          <button type="button" onClick={() => kept.value && void takeBack(kept.value)}>
            {said.takeBack}
          </button>
          <span class="hint">{said.earlierKept}</span>
        </p>
      )}
      {/* Files that were left out of the set, and could not be undone. */}
      {[...failures.value].flatMap(([path, reason]) =>
        now?.files.some((file) => file.path === path) ? (
          []
        ) : (
          <p key={path} class="hint">
            <code>{visible(path)}</code>: {visible(reason)}
          </p>
        ),
      )}
    </section>
  );
}
