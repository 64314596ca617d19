import type { VNode } from 'preact';
import { OfferList } from '../handover/offer-list.tsx';
import { readOffers } from '../handover/offers.ts';
import { isKeyboardLost } from '../parts/keyboard-after.ts';
import { visible } from '../parts/visible.ts';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { placeOfThread } from '../app/place.ts';
import { readTriggers } from '../automation/triggers.ts';
import { nextCursor, showOlder, threads } from '../threads/thread-list.ts';
import { waitingWords } from '#words/waiting.ts';
import { QuestionCard } from './question-card.tsx';
import './waiting.css';
import { readTriggerNotices, triggerNotices } from './notices.ts';
import { NoticeList } from './notice-list.tsx';
import { Unconfirmed } from './unconfirmed.tsx';
import { answerLate } from './answer-late.ts';
import {
  askedIn,
  leftIn,
  leftOpen,
  questionCount,
  questions,
  refreshWaiting,
  toReview,
  waitingCount,
} from './waiting.ts';

const said = waitingWords;

/** Threads that are read for their changes; the engine lists no others by themselves. */
const MOST = 1_000;

/** Everything in any thread that waits for the person: questions, answered in place, and changes to review. */
export default function WaitingArea(): VNode {
  useEffect(() => {
    void refreshWaiting();
    void readOffers().catch(() => undefined);
    void readMore();
    void readTriggers();
    void readTriggerNotices();
  }, []);
  const title = useRef<HTMLHeadingElement>(null);
  const count = questionCount.value + triggerNotices.value.length;
  const before = useRef(count);
  useLayoutEffect(() => {
    // The answered question is gone, and with it the place of the keyboard.
    if (count < before.current && isKeyboardLost()) title.current?.focus();
    before.current = count;
  }, [count]);
  return (
    <section class="area waiting">
      <h2 ref={title} tabIndex={-1}>
        {said.title}
      </h2>
      {waitingCount.value === 0 ? <p class="hint">{said.nothing}</p> : null}
      {questions.value.map((prompt) => (
        <article key={prompt.promptId} aria-label={visible(said.questionIn(prompt.threadTitle))}>
          <p class="hint">
            {said.inThread} <ThreadLink id={prompt.threadId} title={prompt.threadTitle} />
          </p>
          <QuestionCard prompt={askedIn(prompt)} threadId={prompt.threadId} />
        </article>
      ))}
      {leftOpen.value.map((left) => (
        <article key={left.promptId} aria-label={visible(said.questionIn(left.threadTitle))}>
          <p class="hint">
            {said.inThread} <ThreadLink id={left.threadId} title={left.threadTitle} />
          </p>
          <QuestionCard
            prompt={leftIn(left)}
            threadId={left.threadId}
            onLate={(answers) => answerLate(left, answers)}
          />
        </article>
      ))}
      <OfferList />
      <Unconfirmed />
      <NoticeList />
      {toReview.value.length === 0 ? null : (
        <section class="card" aria-labelledby="to-review">
          <h3 id="to-review">{said.changes}</h3>
          <ul class="lines">
            {toReview.value.map(({ threadId, title, fileCount }) => (
              <li key={threadId}>
                <ThreadLink id={threadId} title={title} />
                <span class="hint">{said.files(fileCount)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </section>
  );
}

const ThreadLink = ({ id, title }: { id: string; title: string }): VNode => (
  <a href={placeOfThread(id)} dir="auto">
    {visible(said.titled(title))}
  </a>
);

async function readMore(): Promise<void> {
  while (nextCursor.peek() !== null && threads.peek().length < MOST) {
    const before = threads.peek().length;
    await showOlder();
    if (threads.peek().length === before) return;
  }
}
