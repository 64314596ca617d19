import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { Markdown } from '../conversation/markdown/markdown.tsx';
import { DiffView } from '../review/diff-view.tsx';
import { unifiedDiff } from '../review/unified-diff.ts';
import { timelineWords as said } from '#words/timeline.ts';
import type { Answer } from '../engine/client.ts';

/** Characters of both together; finding the differences of more would hold up the page. */
const MOST_CHARS = 1_000_000;

/** The answers of both runs: as they are read where both are one, else what changed from the first to the second. */
export function ComparedAnswers({ compared }: { compared: Answer<'runs.compare'> }): VNode {
  const { first, second, isSameText } = compared;
  return (
    <section class="card" aria-labelledby="answers-title">
      <h3 id="answers-title">{said.answers}</h3>
      {isSameText ? (
        <>
          <p>{first.text === null ? said.noAnswers : said.sameAnswer}</p>
          {first.text === null ? null : <Answer text={first.text} />}
        </>
      ) : first.text === null || second.text === null ? (
        <>
          <p>{first.text === null ? said.onlySecondAnswered : said.onlyFirstAnswered}</p>
          <Answer text={first.text ?? second.text ?? ''} />
        </>
      ) : (
        <Differences from={first.text} to={second.text} />
      )}
    </section>
  );
}

const Answer = ({ text }: { text: string }): VNode => (
  <div class="answer">
    <Markdown text={text} isOpen={false} />
  </div>
);

function Differences({ from, to }: { from: string; to: string }): VNode {
  const isTooLong = from.length + to.length > MOST_CHARS;
  const diff = useMemo(() => (isTooLong ? '' : unifiedDiff(from, to)), [from, to]);
  if (isTooLong) return <p>{said.tooLong}</p>;
  return diff === '' ? (
    <p>{said.sameAnswer}</p>
  ) : (
    <DiffView diff={diff} label={said.answersDiffer} hasOldSide />
  );
}
