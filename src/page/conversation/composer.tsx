import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { model } from '../app/model.ts';
import { isNarrow } from '../app/narrow.ts';
import { engine } from '../engine/client.ts';
import { codeOf, told } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { isTouch } from '../parts/touch.ts';
import { visible } from '../parts/visible.ts';
import type { Lost } from '../engine/run-events.ts';
import { Microphone } from '../speech/microphone.tsx';
import { conversationWords } from '#words/conversation.ts';
import { engineWords } from '#words/engine.ts';
import { assistants, chosenAssistant, refreshAssistants } from './assistants.ts';
import { AttachButton } from './attachments/attach-button.tsx';
import { DraftChips } from './attachments/chips.tsx';
import { filesOf } from './attachments/drafted.ts';
import { asFile, isLong } from './attachments/long-text.ts';
import { filesIn, useDropping } from '../parts/dropping.ts';
import { RunInProgress, type Conversation, type Sent } from './conversation.ts';
import { draftOf, keepDraft } from './drafts.ts';
import { editing } from './editing.ts';
import { loadMarkdown } from './markdown/markdown.tsx';
import { addToQueue } from './queue.ts';
import type { Asked } from './run-items.ts';
import { isFieldWanted } from './wanted-field.ts';
import { keepProfile, profileOf, profiles, refreshProfiles } from './profiles.ts';

const said = conversationWords;
/** So long the page says that it is connected again. */
const BACK_MS = 10_000;

/** Threads whose long draft becomes a file just now. */
const attaching = new Set<string | null>();

const shortDraftOf = (threadId: string | null): string => {
  const draft = draftOf(threadId);
  return isLong(draft) ? '' : draft;
};

/** Where a task is typed. Its draft survives a reload; after a refusal the text is still there. */
export function Composer({ conversation }: { conversation: Conversation }): VNode {
  const threadId = conversation.threadId.value;
  const isRunning = conversation.running.value !== null;
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useSignal(shortDraftOf(threadId));
  const news = useSignal('');
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
    text.value = shortDraftOf(threadId);
    wrong.value = null;
    news.value = '';
    void attachLongDraft(threadId);
    if (!isTouch()) field.current?.focus();
  }, [threadId]);
  const isWanted = isFieldWanted.value;
  useLayoutEffect(() => {
    if (!isWanted) return;
    isFieldWanted.value = false;
    field.current?.focus();
  }, [isWanted]);
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
  useEffect(() => {
    if (threadId === null) void refreshAssistants().catch(() => undefined);
  }, [threadId]);

  /** The model reads all of it as a file. */
  const attachText = (long: string) => {
    files.add([asFile(said.files.pasted, long)]);
    news.value = said.files.nowFile;
  };
  /** It stays on disk until the engine has it. */
  const attachLongDraft = async (of: string | null) => {
    const draft = draftOf(of);
    if (!isLong(draft) || attaching.has(of)) return;
    attaching.add(of);
    try {
      const ofDraft = filesOf(of);
      attachText(draft);
      await ofDraft.settled();
      const isAttached = ofDraft.list.peek().every(({ attached }) => attached.peek() !== null);
      if (isAttached && draftOf(of) === draft) keepDraft(of, '');
    } finally {
      attaching.delete(of);
    }
  };
  const write = (value: string) => {
    if (isLong(value)) {
      // Before it is drawn.
      if (field.current) field.current.value = '';
      text.value = '';
      attachText(value);
      // What was kept of it before stays on disk until the engine has it.
      const at = conversation.threadId.value;
      const before = draftOf(at);
      void files.settled().then(() => {
        if (draftOf(at) === before) keepDraft(at, '');
      });
      return;
    }
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
      if (from === null) chosenAssistant.value = null;
    };
    try {
      const assistant = from === null ? chosenAssistant.peek() : null;
      await conversation.send({ task, profile: profileOf(from), files: taken.files, assistant }, onStarted);
    } catch (error) {
      if (text.value === '') write(task);
      const isBusy = error instanceof RunInProgress || codeOf(error) === 'run_in_progress';
      wrong.value = isBusy ? said.busy : told(error);
      if (isBusy) void conversation.open(conversation.threadId.value);
      if (codeOf(error) === 'assistant_not_found') void refreshAssistants().catch(() => undefined);
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
  const placeholders = isTouch() || isNarrow.value ? said.placeholdersTouch : said.placeholders;
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
      {question !== null && isTyped ? (
        <p class="hint">{isTouch() ? said.queue.chooseTouch : said.queue.choose}</p>
      ) : null}
      <Alert text={files.wrong.value} />
      <p class="hint" role="status">
        {files.list.value.length > 0 ? news.value : ''}
      </p>
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
        placeholder={placeholders[isRunning ? 'running' : 'idle']}
        enterkeyhint={isTouch() ? 'enter' : 'send'}
        onInput={(event) => {
          write(event.currentTarget.value);
          // It is there when the answer begins.
          void loadMarkdown();
        }}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const pasted = event.clipboardData?.getData('text/plain') ?? '';
          if (isLong(pasted)) {
            event.preventDefault();
            attachText(pasted);
            return;
          }
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
      {threadId === null && !isRunning ? <Assistants /> : null}
      <Profiles threadId={threadId} own={conversation.thread.value?.profile ?? null} />
    </form>
  );
}

/** What a new conversation begins with, where there are assistants. */
function Assistants(): VNode | null {
  if (assistants.value.length === 0) return null;
  return (
    <label class="profile hint">
      {said.assistant}{' '}
      <select
        value={chosenAssistant.value ?? ''}
        onChange={({ currentTarget: { value } }) => (chosenAssistant.value = value === '' ? null : value)}
      >
        <option value="">{said.noAssistant}</option>
        {assistants.value.map(({ assistantId, name }) => (
          <option key={assistantId} value={assistantId}>
            {visible(name)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Which model answers, where the configuration has several; the choice stays for the thread in this browser. */
function Profiles({ threadId, own }: { threadId: string | null; own: string | null }): VNode | null {
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
        <option value="">{own === null ? said.defaultProfile : visible(said.ownProfile(own))}</option>
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
