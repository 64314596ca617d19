import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { engine, type Answer } from '../engine/client.ts';
import { codeOf, told } from '../engine/failure.ts';
import { words } from '../words/words.ts';
import { FileDiff } from './file-diff.tsx';
import { reviewOf } from './review-body.ts';
import './review.css';

const said = words.review;

type ChangeSet = Answer<'threads.changeset'>;

/**
 * The unreviewed changes of a thread, whichever client started the run: keep or undo each file.
 * @param changes another number reads them from the engine again
 */
export function Review({ threadId, changes }: { threadId: string; changes: number }): VNode | null {
  const set = useSignal<ChangeSet | null>(null);
  const lines = useSignal<readonly string[]>([]);
  const isBusy = useSignal(false);
  const dropped = useSignal<ReadonlySet<string>>(new Set());

  const read = async (signal?: AbortSignal) => {
    const found = await engine['threads.changeset']({
      params: { id: threadId },
      ...(signal ? { signal } : {}),
    });
    set.value = found.pending ? found : null;
    dropped.value = new Set();
  };
  useEffect(() => {
    const left = new AbortController();
    lines.value = [];
    read(left.signal).catch((error: unknown) => {
      if (!left.signal.aborted) lines.value = [told(error)];
    });
    return () => left.abort();
  }, [threadId, changes]);

  const review = async (kept: readonly string[]) => {
    if (set.value === null) return;
    isBusy.value = true;
    try {
      const body = reviewOf(set.value, kept);
      const { accepted, rolledBack, failed } = await engine['threads.review']({
        params: { id: threadId },
        body,
      });
      lines.value = [
        said.outcome(accepted, rolledBack),
        ...failed.map(({ path, reason }) => `${path}: ${reason}`),
      ];
      await read();
    } catch (error) {
      lines.value = [told(error)];
      // What is shown is out of date.
      if (['changeset_run_stale', 'no_changeset'].includes(codeOf(error) ?? ''))
        await read().catch(() => undefined);
    } finally {
      isBusy.value = false;
    }
  };
  const toggle = (path: string) => {
    const next = new Set(dropped.value);
    if (!next.delete(path)) next.add(path);
    dropped.value = next;
  };
  const files = set.value?.files ?? [];
  const all = files.map(({ path }) => path);
  const isPart = dropped.value.size > 0 && dropped.value.size < all.length;
  if (set.value === null && lines.value.length === 0) return null;
  return (
    <section class="card review" aria-label={said.title(files.length)}>
      {set.value === null ? null : (
        <fieldset disabled={isBusy.value}>
          <legend>{said.title(files.length)}</legend>
          <p class="hint">{said.hint}</p>
          {files.map((file) => (
            <FileDiff
              key={file.path}
              file={file}
              isKept={!dropped.value.has(file.path)}
              onToggle={() => toggle(file.path)}
            />
          ))}
          <div class="row">
            <button type="button" class="primary" onClick={() => void review(all)}>
              {said.keepAll}
            </button>
            <button type="button" onClick={() => void review([])}>
              {said.undoAll}
            </button>
            <button
              type="button"
              disabled={!isPart}
              onClick={() => void review(all.filter((path) => !dropped.value.has(path)))}
            >
              {said.keepSelected}
            </button>
          </div>
        </fieldset>
      )}
      <div role="status">
        {lines.value.map((line) => (
          <p class="hint" key={line}>
            {line}
          </p>
        ))}
      </div>
    </section>
  );
}
