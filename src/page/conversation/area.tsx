import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { FirstStepsSlot } from '../app/first-steps-slot.tsx';
import { model } from '../app/model.ts';
import { placeOfThread } from '../app/place.ts';
import { visible } from '../parts/visible.ts';
import { Review } from '../review/review.tsx';
import { threads } from '../threads/thread-list.ts';
import { appWords } from '#words/app.ts';
import { conversationWords } from '#words/conversation.ts';
import { Announcer } from './announcer.tsx';
import { Composer } from './composer.tsx';
import { copiedFrom } from './copied.ts';
import { conversation } from './current.ts';
import './conversation.css';
import { QueueList } from './queue-list.tsx';
import { Run } from './run.tsx';
import { useFollowing } from './scrolling.ts';
import { useSettling } from './settling.ts';

const said = conversationWords;

export default function ConversationArea(): VNode {
  const { threadId, runs, isLoading, hasEarlier, running, sent } = conversation;
  const isNew = threadId.value === null && runs.value.length === 0;
  const { box, isAway, toEnd } = useFollowing(
    threadId.value,
    `${runs.value[0]?.key} ${runs.value[0]?.items.value[0]?.key}`,
    isNew,
    sent.value,
  );
  const isSettling = useSettling(box, isLoading.value);
  return (
    <div class="conversation">
      <div
        class={`transcript${isAway.value ? ' scrolled' : ''}${isSettling ? ' settling' : ''}`}
        ref={box}
        tabIndex={0}
        role="region"
        aria-label={said.title}
        onCopy={copyMarkdown}
      >
        {hasEarlier.value ? <Earlier /> : <Origin />}
        {hasEarlier.value ? null : <BegunWith />}
        {isNew ? <Welcome /> : null}
        {isNew ? <FirstStepsSlot threadId={null} /> : null}
        {isLoading.value ? <p class="hint">{appWords.loading}</p> : null}
        {runs.value.map((run) => (
          <Run key={run.key} run={run} threadId={threadId.value} />
        ))}
        {threadId.value !== null && running.value === null ? (
          <Review key={threadId.value} threadId={threadId.value} changes={conversation.changes.value} />
        ) : null}
        {threadId.value !== null && running.value === null ? (
          <FirstStepsSlot key={threadId.value} threadId={threadId.value} />
        ) : null}
      </div>
      {isAway.value ? (
        <div class="to-end">
          <button type="button" onClick={toEnd}>
            {said.toEnd}
          </button>
        </div>
      ) : null}
      <Announcer conversation={conversation} />
      <QueueList key={threadId.value} threadId={threadId.value} />
      <Composer conversation={conversation} />
    </div>
  );
}

/** What a person marks is copied as Markdown. Within code and in a field it is the text alone. */
function copyMarkdown(event: ClipboardEvent): void {
  const marked = getSelection();
  if (marked === null || marked.isCollapsed || marked.rangeCount === 0) return;
  const range = marked.getRangeAt(0);
  const within = range.commonAncestorContainer;
  const element = within instanceof Element ? within : within.parentElement;
  if (element?.closest('pre, code') || event.target instanceof HTMLTextAreaElement) return;
  const text = copiedFrom(range.cloneContents());
  if (text === '') return;
  event.preventDefault();
  event.clipboardData?.setData('text/plain', text);
}

const Welcome = (): VNode => (
  <div class="welcome">
    <h2>{said.welcome}</h2>
    {model.value?.isDemo ? <p class="hint">{said.demoHint}</p> : null}
  </div>
);

/** The thread that this one was copied from. */
function Origin(): VNode | null {
  const from = conversation.thread.value?.forkedFrom ?? null;
  if (from === null) return null;
  const title = threads.value.find((thread) => thread.threadId === from.threadId)?.title;
  return (
    <p class="hint origin">
      {said.forkedFrom} <a href={placeOfThread(from.threadId)}>{visible(title ?? said.otherThread)}</a>
    </p>
  );
}

/** The assistant that it began with, as it was called then. */
function BegunWith(): VNode | null {
  const assistant = conversation.thread.value?.assistant ?? null;
  if (assistant === null) return null;
  return (
    <p class="hint origin" dir="auto">
      {visible(said.begunWith(assistant.name))}
    </p>
  );
}

/** Earlier messages come when a person scrolls near them, or asks for them. */
function Earlier(): VNode {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) void conversation.earlier();
      },
      { root: button.current?.parentElement ?? null, rootMargin: '400px 0px 0px' },
    );
    if (button.current) observer.observe(button.current);
    return () => observer.disconnect();
  }, [conversation.runs.value]);
  return (
    <button type="button" ref={button} class="quiet" onClick={() => void conversation.earlier()}>
      {said.earlier}
    </button>
  );
}
