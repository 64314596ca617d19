import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { codeOf, told } from '../engine/failure.ts';
import { visible } from '../parts/visible.ts';
import type { Lost } from '../engine/run-events.ts';
import { words } from '../words/words.ts';
import { RunInProgress, type Conversation } from './conversation.ts';
import { draftOf, keepDraft } from './drafts.ts';
import { editing } from './editing.ts';
import { keepProfile, profileOf, profiles, refreshProfiles } from './profiles.ts';

const said = words.conversation;

/** Where a task is typed. Its draft survives a reload; after a refusal the text is still there. */
export function Composer({ conversation }: { conversation: Conversation }): VNode {
  const threadId = conversation.threadId.value;
  const isRunning = conversation.running.value !== null;
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useSignal(draftOf(threadId));
  const wrong = useSignal<string | null>(null);
  const isStopping = useSignal(false);
  const shown = useRef(threadId);

  useEffect(() => {
    // A thread that was just made for the task takes along what was typed meanwhile.
    const isMade = shown.current === null && conversation.running.peek() !== null;
    shown.current = threadId;
    if (isMade) {
      keepDraft(threadId, text.value);
      keepProfile(threadId, profileOf(null));
      return;
    }
    text.value = draftOf(threadId);
    wrong.value = null;
    if (matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, [threadId]);
  useEffect(() => {
    isStopping.value = false;
  }, [isRunning]);
  // Without profiles there is nothing to choose.
  useEffect(() => void refreshProfiles().catch(() => undefined), []);

  const write = (value: string) => {
    text.value = value;
    keepDraft(conversation.threadId.value, value);
  };
  const send = async () => {
    const task = text.value;
    if (task.trim() === '') return;
    wrong.value = null;
    // Not what was drawn last: two keys may come before the next drawing.
    if (conversation.running.peek() !== null) {
      wrong.value = said.busy;
      return;
    }
    const from = conversation.threadId.value;
    text.value = '';
    field.current?.focus();
    // Until the engine has the task, the draft stays on disk.
    const onStarted = () => {
      if (draftOf(from) === task) keepDraft(from, '');
    };
    try {
      await conversation.send({ task, profile: profileOf(from) }, onStarted);
    } catch (error) {
      if (text.value === '') write(task);
      const isBusy = error instanceof RunInProgress || codeOf(error) === 'run_in_progress';
      wrong.value = isBusy ? said.busy : told(error);
      if (isBusy) void conversation.open(conversation.threadId.value);
    }
  };
  const stop = async () => {
    isStopping.value = true;
    field.current?.focus();
    try {
      await conversation.stop();
    } catch (error) {
      isStopping.value = false;
      if (codeOf(error) !== 'not_running') wrong.value = told(error);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp' && text.value === '' && !isRunning) {
      const last = conversation.runs.value.at(-1);
      if (last?.taskText == null) return;
      event.preventDefault();
      editing.value = last;
      return;
    }
    // On a phone, Enter starts a new line, and the button sends.
    const isLine = event.shiftKey || event.isComposing || matchMedia('(pointer: coarse)').matches;
    if (event.key !== 'Enter' || isLine) return;
    event.preventDefault();
    void send();
  };
  const status = isStopping.value ? said.stopping : isRunning ? said.running : '';
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p class="bad" role="alert">
        {wrong.value ?? conversation.failure.value ?? ''}
      </p>
      <p class="hint" role="status">
        {conversation.lost.value === null ? status : lostWords(conversation.lost.value)}
      </p>
      <label for="task" class="unseen">
        {said.task}
      </label>
      <textarea
        id="task"
        ref={field}
        value={text.value}
        rows={1}
        placeholder={isRunning ? said.placeholderRunning : said.placeholder}
        enterkeyhint={matchMedia('(pointer: coarse)').matches ? 'enter' : 'send'}
        onInput={(event) => write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {isRunning ? (
        <button type="button" class="stop" disabled={isStopping.value} onClick={() => void stop()}>
          {said.stop}
        </button>
      ) : (
        <button class="primary">{said.send}</button>
      )}
      <Profiles threadId={threadId} />
    </form>
  );
}

/** Which model answers, where the configuration has several; the choice stays for the thread in this browser. */
function Profiles({ threadId }: { threadId: string | null }): VNode | null {
  const chosen = useSignal<string | null>(null);
  useEffect(() => {
    chosen.value = profileOf(threadId);
  }, [threadId, profiles.value]);
  if (profiles.value.length === 0) return null;
  return (
    <label class="profile hint">
      {said.profile}{' '}
      <select
        value={chosen.value ?? ''}
        onChange={(event) => {
          const name = event.currentTarget.value;
          chosen.value = name === '' ? null : name;
          keepProfile(threadId, chosen.value);
        }}
      >
        <option value="">{said.defaultProfile}</option>
        {profiles.value.map((name) => (
          <option key={name} value={name}>
            {visible(name)}
          </option>
        ))}
      </select>
    </label>
  );
}

function lostWords({ reason, isBack }: Lost): string {
  if (isBack) return said.back;
  return reason === '' ? words.engine.connectionLost : words.engine.reconnecting(reason);
}
