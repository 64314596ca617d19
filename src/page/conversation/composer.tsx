import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { model } from '../app/model.ts';
import { engine } from '../engine/client.ts';
import { codeOf, told } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { visible } from '../parts/visible.ts';
import type { Lost } from '../engine/run-events.ts';
import { Microphone } from '../speech/microphone.tsx';
import { conversationWords } from '#words/conversation.ts';
import { engineWords } from '#words/engine.ts';
import { AttachButton } from './attachments/attach-button.tsx';
import { DraftChips } from './attachments/chips.tsx';
import { filesOf } from './attachments/drafted.ts';
import { filesIn, useDropping } from '../parts/dropping.ts';
import { RunInProgress, type Conversation, type Sent } from './conversation.ts';
import { draftOf, keepDraft } from './drafts.ts';
import { editing } from './editing.ts';
import { loadMarkdown } from './markdown/markdown.tsx';
import { addToQueue } from './queue.ts';
import type { Asked } from './run-items.ts';
import { keepProfile, profileOf, profiles, refreshProfiles } from './profiles.ts';

const said = conversationWords;
/** So long the page says that it is connected again. */
const BACK_MS = 10_000;
const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Where a task is typed. Its draft survives a reload; after a refusal the text is still there. */
export function Composer({ conversation }: { conversation: Conversation }): VNode {
  const threadId = conversation.threadId.value;
  const isRunning = conversation.running.value !== null;
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useSignal(draftOf(threadId));
  const wrong = useSignal<string | null>(null);
  const isStopping = useSignal(false);
  const isWaiting = useSignal(false);
  const files = filesOf(threadId);
  const shown = useRef(threadId);

  useLayoutEffect(() => {
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
  const isBack = conversation.lost.value?.isBack === true;
  useEffect(() => {
    if (!isBack) return undefined;
    const timer = setTimeout(() => {
      if (conversation.lost.peek()?.isBack === true) conversation.lost.value = null;
    }, BACK_MS);
    return () => clearTimeout(timer);
  }, [isBack]);
  // Without profiles there is nothing to choose.
  useEffect(() => void refreshProfiles().catch(() => undefined), []);

  const write = (value: string) => {
    text.value = value;
    keepDraft(conversation.threadId.value, value);
  };
  const take = (data: DataTransfer | null) => {
    const { files: found, hasFolder } = filesIn(data);
    if (found.length > 0) files.add(found);
    if (hasFolder) files.wrong.value = said.files.folder;
    field.current?.focus();
  };
  /** What was spoken goes behind what was typed. */
  const hear = (spoken: string) => {
    const before = text.value.trimEnd();
    write(before === '' ? spoken : `${before} ${spoken}`);
    field.current?.focus();
  };
  const isDropping = useDropping(take);
  const sending = useRef({ what: '', key: '' });
  /** Sends what was typed somewhere else than as a new run; after a refusal it is still there. */
  const attempt = async (task: string, act: (threadId: string) => Promise<void>) => {
    const from = conversation.threadId.value;
    // The thread of a task that was sent a moment ago is still being made.
    if (from === null) return;
    text.value = '';
    try {
      await act(from);
      if (draftOf(from) === task) keepDraft(from, '');
    } catch (error) {
      if (conversation.threadId.value === from && text.value === '') write(task);
      wrong.value = told(error);
    }
  };
  const enqueue = async (from: string, task: string) => {
    const taken = filesOf(from).take();
    try {
      const sent: Sent = { task, profile: profileOf(from), files: taken.files };
      // The same after a lost answer is the same task.
      const what = JSON.stringify([task, taken.files.map(({ path }) => path)]);
      if (sending.current.what !== what) sending.current = { what, key: crypto.randomUUID() };
      await addToQueue(from, sent, sending.current.key);
      sending.current = { what: '', key: '' };
      taken.sent();
    } finally {
      taken.giveBack();
    }
  };
  /** Waits until the engine has the files. @returns whether the task can be sent */
  const areUploaded = async (): Promise<boolean> => {
    if (isWaiting.value) return false;
    isWaiting.value = true;
    const isHere = () => conversation.threadId.value === threadId;
    await files.settled().finally(() => (isWaiting.value = false));
    if (!isHere()) return false;
    const isAll = files.list.value.every(({ attached }) => attached.value !== null);
    if (!isAll) wrong.value = said.files.notUploaded;
    return isAll;
  };
  const answer = async (from: string, { promptId }: Asked, words_: string) => {
    await engine['threads.reply']({ params: { id: from }, body: { answer: words_, promptId } });
  };
  const send = async (isNext = false) => {
    if (text.value.trim() === '') {
      if (files.list.value.length > 0) wrong.value = said.files.taskMissing;
      return;
    }
    wrong.value = null;
    const question = isNext ? null : (conversation.running.peek()?.question ?? null);
    if (question === null && files.list.value.length > 0 && !(await areUploaded())) return;
    // Not what was drawn last: two keys may come before the next drawing.
    const task = text.value;
    if (task.trim() === '') return;
    const running = conversation.running.peek();
    if (running !== null) {
      await attempt(task, (from) => (question === null ? enqueue(from, task) : answer(from, question, task)));
      return;
    }
    const from = conversation.threadId.value;
    text.value = '';
    field.current?.focus();
    // Until the engine has the task, the draft stays on disk.
    const taken = files.take();
    const onStarted = () => {
      if (draftOf(from) === task) keepDraft(from, '');
      taken.sent();
    };
    try {
      await conversation.send({ task, profile: profileOf(from), files: taken.files }, onStarted);
    } catch (error) {
      if (text.value === '') write(task);
      const isBusy = error instanceof RunInProgress || codeOf(error) === 'run_in_progress';
      wrong.value = isBusy ? said.busy : told(error);
      if (isBusy) void conversation.open(conversation.threadId.value);
    } finally {
      taken.giveBack();
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
    const isLine = event.shiftKey || event.isComposing || isTouch();
    if (event.key !== 'Enter' || isLine) return;
    event.preventDefault();
    void send(event.ctrlKey || event.metaKey);
  };
  const question = conversation.running.value?.question ?? null;
  const isAsking = (conversation.running.value?.asked ?? null) !== null;
  const isTyped = text.value.trim() !== '';
  const status = isWaiting.value
    ? said.files.waiting
    : isStopping.value
      ? said.stopping
      : isAsking
        ? said.waitingForYou
        : isRunning
          ? said.running
          : '';
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Alert text={wrong.value ?? conversation.failure.value ?? ''} />
      <p class="hint" role="status">
        {conversation.lost.value === null ? status : lostWords(conversation.lost.value)}
      </p>
      {question !== null && isTyped ? <p class="hint">{said.queue.choose}</p> : null}
      <Alert text={files.wrong.value} />
      {question !== null && files.list.value.length > 0 ? (
        <p class="hint">{said.files.notWithAnswer}</p>
      ) : null}
      <DraftChips files={files} />
      {isDropping.value ? <p class="drop-here">{said.files.dropHere}</p> : null}
      <AttachButton onFiles={(found) => files.add(found)} />
      <Microphone onText={hear} onWrong={(words_) => (wrong.value = words_ === '' ? null : words_)} />
      <label for="task" class="unseen">
        {said.task}
      </label>
      <textarea
        dir="auto"
        id="task"
        ref={field}
        value={text.value}
        rows={1}
        placeholder={
          isRunning ? said.placeholderRunning : isTouch() ? said.placeholderTouch : said.placeholder
        }
        enterkeyhint={isTouch() ? 'enter' : 'send'}
        onInput={(event) => {
          write(event.currentTarget.value);
          // It is there when the answer begins.
          void loadMarkdown();
        }}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          // Programs that copy text often add a picture of it.
          const hasText = event.clipboardData?.types.includes('text/plain') === true;
          const hasFiles = (event.clipboardData?.files.length ?? 0) > 0;
          if (hasText || !hasFiles) return;
          event.preventDefault();
          take(event.clipboardData);
        }}
      />
      <div class="row sends">
        {isRunning && isTyped && question !== null ? (
          <button class="primary">{said.queue.answer}</button>
        ) : null}
        {isRunning && isTyped ? (
          <button
            type="button"
            class={question === null ? 'primary' : undefined}
            onClick={() => void send(true)}
          >
            {said.queue.add}
          </button>
        ) : null}
        {isRunning ? (
          <button type="button" class="stop" disabled={isStopping.value} onClick={() => void stop()}>
            {said.stop}
          </button>
        ) : (
          <button class="primary">{said.send}</button>
        )}
      </div>
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
  const isInVain = chosen.value !== null && model.value?.isDemoOnly === true;
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
      </select>{' '}
      {isInVain ? said.onlyDemo : null}
    </label>
  );
}

function lostWords({ reason, isBack }: Lost): string {
  if (isBack) return said.back;
  return reason === '' ? engineWords.connectionLost : engineWords.reconnecting(reason);
}
