import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { addressOfFile } from '../../engine/file-address.ts';
import { bytes } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { visible } from '../../parts/visible.ts';
import { appWords } from '#words/app.ts';
import { conversationWords } from '#words/conversation.ts';
import { isPicture, type Attached } from './attached.ts';
import './attachments.css';
import type { DraftFile, FilesOfDraft } from './files-of-draft.ts';
import { contentOf, Picture } from './picture.tsx';
import { ShownText } from './shown-text.tsx';

const said = conversationWords.files;

/** The files of the task that is being typed, with their progress. */
export function DraftChips({ files }: { files: FilesOfDraft }): VNode | null {
  const list = files.list.value;
  if (list.length === 0) return null;
  return (
    <ul class="files" aria-label={said.title}>
      {list.map((file) => (
        <DraftChip
          key={file.key}
          file={file}
          onRemove={() => {
            files.remove(file);
            document.getElementById('task')?.focus();
          }}
          onAgain={() => files.again(file)}
        />
      ))}
    </ul>
  );
}

function DraftChip({
  file,
  onRemove,
  onAgain,
}: {
  file: DraftFile;
  onRemove: () => void;
  onAgain: () => void;
}): VNode {
  const { name, sizeBytes, content } = file;
  const attached = file.attached.value;
  const wrong = file.wrong.value;
  const isShown = useSignal(false);
  const isText = (attached?.mediaType ?? content?.type) === 'text/plain';
  return (
    <li class={wrong === '' ? 'file' : 'file wrong'}>
      {attached !== null && isPicture(attached) ? (
        <Picture name={name} read={async () => content ?? (await contentOf(attached))} />
      ) : (
        <Icon name="file" />
      )}
      <span class="what">
        <span class="name" dir="auto" title={visible(name)}>
          {visible(name)}
        </span>
        <span class="hint">{attached === null ? bytes(sizeBytes) : detailsOf(attached)}</span>
        {attached === null && wrong === '' ? (
          <progress aria-label={visible(said.uploading(name))} max={1} value={file.sent.value} />
        ) : null}
        <span class="bad" role="alert">
          {wrong}
        </span>
        <span class="unseen" role="status">
          {attached === null ? '' : visible(said.attached(name))}
        </span>
      </span>
      {wrong !== '' && content !== null ? (
        <button type="button" class="quiet" onClick={onAgain}>
          {appWords.tryAgain}
        </button>
      ) : null}
      {isText ? (
        <button
          type="button"
          class="quiet"
          aria-label={visible(said.show(name))}
          onClick={() => (isShown.value = true)}
        >
          {said.showShort}
        </button>
      ) : null}
      <Remove name={name} onRemove={onRemove} />
      {isShown.value ? (
        <ShownText
          name={name}
          read={async () => content ?? (attached === null ? new Blob() : await contentOf(attached))}
          onClose={() => (isShown.value = false)}
        />
      ) : null}
    </li>
  );
}

/** Files that are attached already; with `onRemove` they can be taken off. */
export function Chips({
  files,
  onRemove,
}: {
  files: readonly Attached[];
  onRemove?: (file: Attached) => void;
}): VNode | null {
  if (files.length === 0) return null;
  return (
    <ul class="files" aria-label={said.title}>
      {files.map((file) => (
        <li key={file.path} class="file">
          {isPicture(file) ? <Picture name={file.name} read={() => contentOf(file)} /> : <Icon name="file" />}
          <span class="what">
            <a
              class="name"
              href={addressOfFile(file.path)}
              download={file.name}
              dir="auto"
              title={visible(file.path)}
            >
              {visible(file.name)}
            </a>
            <span class="hint">{detailsOf(file)}</span>
          </span>
          {onRemove ? <Remove name={file.name} onRemove={() => onRemove(file)} /> : null}
        </li>
      ))}
    </ul>
  );
}

const Remove = ({ name, onRemove }: { name: string; onRemove: () => void }): VNode => (
  <button type="button" class="quiet" aria-label={visible(said.remove(name))} onClick={onRemove}>
    <Icon name="close" />
  </button>
);

/** How large it is, and what the model gets of it where that is less than its content. */
function detailsOf(file: Attached): string {
  const isShown = isPicture(file) || file.mediaType === 'text/plain';
  return isShown ? bytes(file.sizeBytes) : `${bytes(file.sizeBytes)} · ${said.pathOnly}`;
}
