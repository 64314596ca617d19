import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { DiffView } from '../review/diff-view.tsx';
import { unifiedDiff } from '../review/unified-diff.ts';
import { artifactWords as said } from '#words/artifacts.ts';
import { appWords } from '#words/app.ts';
import type { Opened } from './artifacts.ts';

/** Characters of both together; finding the differences of more would hold up the page. */
const MOST_CHARS = 2_000_000;

/** The version that is shown against another one: what changed from the older to the newer. */
export function Compared({ artifact, version }: { artifact: Opened; version: number }): VNode {
  const { artifactId, shownVersion, content } = artifact;
  const other = useSignal<Opened | null>(null);
  const wrong = useSignal('');
  useEffect(() => {
    const left = new AbortController();
    other.value = null;
    wrong.value = '';
    engine['artifacts.get']({ params: { id: artifactId }, query: { version }, signal: left.signal }).then(
      (answer) => (other.value = answer),
      (error: unknown) => {
        if (!left.signal.aborted) wrong.value = told(error);
      },
    );
    return () => left.abort();
  }, [artifactId, version]);
  // What was chosen before may still be here in the drawing that follows the choice.
  const before = other.value?.shownVersion === version ? other.value.content : null;
  return (
    <section class="compared" aria-labelledby="compared-title">
      <h3 id="compared-title">
        {said.compared(Math.min(version, shownVersion), Math.max(version, shownVersion))}
      </h3>
      <Alert text={wrong.value} />
      {before === null ? (
        <p class="hint" role="status">
          {wrong.value === '' ? appWords.loading : ''}
        </p>
      ) : (
        <Differences
          from={version < shownVersion ? before : content}
          to={version < shownVersion ? content : before}
          label={said.compared(Math.min(version, shownVersion), Math.max(version, shownVersion))}
        />
      )}
    </section>
  );
}

function Differences({ from, to, label }: { from: string; to: string; label: string }): VNode {
  const isTooLong = from.length + to.length > MOST_CHARS;
  const diff = useMemo(() => (isTooLong || from === to ? '' : unifiedDiff(from, to)), [from, to]);
  if (diff !== '') return <DiffView diff={diff} label={label} hasOldSide />;
  return <p>{from === to ? said.same : isTooLong ? said.tooLongToCompare : said.sameLines}</p>;
}
