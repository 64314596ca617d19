import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { codeOf, told } from '../engine/failure.ts';
import { words } from '../words/words.ts';
import type { Conversation } from './conversation.ts';
import { draftOf, keepDraft } from './drafts.ts';

const said = words.conversation;

/** Where a task is typed. Its draft survives a reload; after a refusal the text is still there. */
export function Composer({ conversation }: { conversation: Conversation }): VNode {
  const threadId = conversation.threadId.value;
  const isRunning = conversation.running.value !== null;
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useSignal(draftOf(threadId));
  const wrong = useSignal<string | null>(null);
  const isStopping = useSignal(false);

  useEffect(() => {
    text.value = draftOf(threadId);
    wrong.value = null;
    if (matchMedia('(pointer: fine)').matches) field.current?.focus();
  }, [threadId]);
  useEffect(() => {
    isStopping.value = false;
  }, [isRunning]);

  const write = (value: string) => {
    text.value = value;
    keepDraft(conversation.threadId.value, value);
  };
  const send = async () => {
    const task = text.value;
    if (task.trim() === '') return;
    wrong.value = null;
    if (isRunning) {
      wrong.value = said.busy;
      return;
    }
    write('');
    field.current?.focus();
    try {
      await conversation.send(task, null);
    } catch (error) {
      if (text.value === '') write(task);
      wrong.value = told(error);
      if (codeOf(error) === 'run_in_progress') void conversation.open(conversation.threadId.value);
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
        onKeyDown={(event) => {
          // On a phone, Enter starts a new line, and the button sends.
          const isLine = event.shiftKey || event.isComposing || matchMedia('(pointer: coarse)').matches;
          if (event.key !== 'Enter' || isLine) return;
          event.preventDefault();
          void send();
        }}
      />
      {isRunning ? (
        <button type="button" class="stop" disabled={isStopping.value} onClick={() => void stop()}>
          {said.stop}
        </button>
      ) : (
        <button class="primary">{said.send}</button>
      )}
    </form>
  );
}

const lostWords = (reason: string): string =>
  reason === '' ? words.engine.connectionLost : words.engine.reconnecting(reason);
