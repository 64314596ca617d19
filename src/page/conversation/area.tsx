import type { VNode } from 'preact';
import { model } from '../app/model.ts';
import { Review } from '../review/review.tsx';
import { words } from '../words/words.ts';
import { Composer } from './composer.tsx';
import { conversation } from './current.ts';
import './conversation.css';
import { Run } from './run.tsx';
import { useFollowing } from './scrolling.ts';

const said = words.conversation;

export default function ConversationArea(): VNode {
  const { threadId, runs, isLoading, hasEarlier, running } = conversation;
  const { box, end, isAway, toEnd } = useFollowing(threadId.value);
  const isNew = threadId.value === null && runs.value.length === 0;
  return (
    <div class="conversation">
      <div class="transcript" ref={box} tabIndex={0} role="region" aria-label={said.title}>
        {hasEarlier.value ? (
          <button type="button" class="quiet" onClick={() => void conversation.earlier()}>
            {said.earlier}
          </button>
        ) : null}
        {isNew ? <Welcome /> : null}
        {isLoading.value ? <p class="hint">{words.app.loading}</p> : null}
        {runs.value.map((run) => (
          <Run key={run} run={run} threadId={threadId.value} />
        ))}
        {threadId.value !== null && running.value === null ? (
          <Review threadId={threadId.value} changes={conversation.changes.value} />
        ) : null}
        <div ref={end} />
      </div>
      {isAway.value ? (
        <button type="button" class="to-end" onClick={toEnd}>
          {said.toEnd}
        </button>
      ) : null}
      <Announcer />
      <Composer conversation={conversation} />
    </div>
  );
}

const Welcome = (): VNode => (
  <div class="welcome">
    <h2>{said.welcome}</h2>
    {model.value?.isDemo ? <p class="hint">{said.demoHint}</p> : null}
  </div>
);

/** Tells a screen reader the answer when it is complete, rather than each word of it. */
function Announcer(): VNode {
  const run = conversation.runs.value.at(-1);
  const answer = run?.items.value.findLast((item) => item.kind === 'answer');
  const text = answer && !answer.isOpen.value && run?.isRunning.value === false ? answer.text.value : '';
  return (
    <div class="unseen" aria-live="polite">
      {text}
    </div>
  );
}
