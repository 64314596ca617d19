import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { told } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { backgroundOf, ownTask } from '../parts/own-task.ts';
import { LongText } from '../parts/long-text.tsx';
import { isTouch } from '../parts/touch.ts';
import { visible } from '../parts/visible.ts';
import { conversationWords } from '#words/conversation.ts';
import type { Attached } from './attachments/attached.ts';
import { Chips } from './attachments/chips.tsx';
import { discardFile, uploadFile } from './attachments/drafted.ts';
import { asFile, isLong } from './attachments/long-text.ts';
import { conversation } from './current.ts';
import { editing } from './editing.ts';
import { profileOf } from './profiles.ts';
import type { RunModel } from './run-model.ts';
import { VersionChoice } from './version-choice.tsx';

const said = conversationWords;

/** What the owner asked for, and another try at saying it. */
export function Task({
  text: whole,
  files,
  run,
  threadId,
}: {
  text: string;
  files: readonly Attached[];
  run: RunModel;
  threadId: string | null;
}): VNode {
  const text = ownTask(whole);
  const background = backgroundOf(whole);
  if (editing.value === run) return <Edit text={text} files={files} run={run} threadId={threadId} />;
  return (
    <div class="sent">
      {background === null ? null : <p class="hint begun-by">{said.background[background]}</p>}
      <div class="task" dir="auto">
        {background === null ? <bdi class="unseen">{said.you}: </bdi> : null}
        {isLong(text) ? <LongText text={text} /> : visible(text)}
      </div>
      <div class="actions">
        {threadId === null || conversation.running.value !== null ? null : (
          <button type="button" class="quiet" onClick={() => (editing.value = run)}>
            {said.edit}
          </button>
        )}
        <CopyButton text={() => text} label={said.copyTask} />
      </div>
      <VersionChoice run={run} />
      <Chips files={files} />
    </div>
  );
}

function Edit({
  text,
  files,
  run,
  threadId,
}: {
  text: string;
  files: readonly Attached[];
  run: RunModel;
  threadId: string | null;
}): VNode {
  // What is longer than a field takes becomes a file, as it does where tasks are typed.
  const isFile = isLong(text);
  const draft = useSignal(isFile ? '' : text);
  const kept = useSignal(files);
  const added = useRef<readonly Attached[]>([]);
  const wrong = useSignal('');
  const isSending = useSignal(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(draft.peek().length, draft.peek().length);
  }, []);
  const attach = async (long: string) => {
    isSending.value = true;
    try {
      const { name, content } = asFile(said.files.pasted, long);
      const file = await uploadFile(name, content);
      added.current = [...added.current, file];
      kept.value = [...kept.value, file];
    } catch (error) {
      wrong.value = told(error);
    } finally {
      isSending.value = false;
    }
  };
  useEffect(() => {
    if (isFile) void attach(text);
  }, []);
  const close = () => {
    editing.value = null;
    document.getElementById('task')?.focus();
  };
  const leave = () => {
    for (const file of added.current) void discardFile(file);
    close();
  };
  const send = async () => {
    if (draft.value.trim() === '' || isSending.value) return;
    isSending.value = true;
    try {
      await conversation.send(
        { task: draft.value, profile: profileOf(threadId), files: kept.value },
        close,
        run,
      );
    } catch (error) {
      wrong.value = told(error);
      isSending.value = false;
    }
  };
  return (
    <form
      class="edit card"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        dir="auto"
        ref={field}
        aria-label={said.editLabel}
        value={draft.value}
        rows={2}
        onInput={({ currentTarget }) => {
          const { value } = currentTarget;
          if (!isLong(value)) {
            draft.value = value;
            return;
          }
          // Before it is drawn.
          currentTarget.value = '';
          draft.value = '';
          void attach(value);
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData?.getData('text/plain') ?? '';
          if (!isLong(pasted)) return;
          event.preventDefault();
          void attach(pasted);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') leave();
          const isLine = event.shiftKey || event.isComposing || isTouch();
          if (event.key !== 'Enter' || isLine) return;
          event.preventDefault();
          void send();
        }}
      />
      <Chips
        files={kept.value}
        onRemove={(file) => {
          kept.value = kept.value.filter((one) => one !== file);
          if (added.current.includes(file)) void discardFile(file);
          added.current = added.current.filter((one) => one !== file);
          field.current?.focus();
        }}
      />
      {kept.value.length > files.length ? <p class="hint">{said.files.nowFile}</p> : null}
      <p class="hint">{said.editHint}</p>
      <Alert text={wrong.value} />
      <div class="row">
        <button class="primary" disabled={isSending.value}>
          {said.editSend}
        </button>
        <button type="button" onClick={leave}>
          {said.cancel}
        </button>
      </div>
    </form>
  );
}
