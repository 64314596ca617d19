import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useNameInTitle } from '../app/open-name.ts';
import { say } from '../app/notices.ts';
import { showArea } from '../app/place.ts';
import { engine, type Answer } from '../engine/client.ts';
import { codeOf, told } from '../engine/failure.ts';
import { addressOfFile } from '../engine/file-address.ts';
import { AskDialog } from '../parts/ask-dialog.tsx';
import { bytes } from '../parts/format.ts';
import { Problem } from '../parts/problem.tsx';
import { visible } from '../parts/visible.ts';
import { appWords } from '#words/app.ts';
import { fileWords as said } from '#words/files.ts';
import { Crumbs } from './crumbs.tsx';
import { deleteFile } from './deleting.ts';
import { folderOf, nameOf, partOfFile, partOfFolder } from './places.ts';
import { Editing } from './editing.tsx';
import { Preview } from './preview.tsx';
import { shownName } from './shown-name.ts';
import { unsavedText } from './unsaved.ts';
import { WaitingChanges } from './waiting-changes.tsx';

/** The address is none of a file of the workspace: nothing can be done with it. */
const NO_PLACE: readonly string[] = ['invalid_path', 'outside_workspace'];

/** A file: its beginning, and what can be done with it. */
export function OpenFile({ path }: { path: string }): VNode {
  const found = useSignal<Answer<'files.read'> | null>(null);
  const [wrong, isGone, isRefused] = [useSignal(''), useSignal(false), useSignal(false)];
  const read = async () => {
    try {
      found.value = await engine['files.read']({ query: { path } });
      isGone.value = isRefused.value = false;
      wrong.value = '';
    } catch (error) {
      isGone.value = codeOf(error) === 'file_not_found';
      isRefused.value = NO_PLACE.includes(codeOf(error) ?? '');
      wrong.value = isGone.value ? '' : told(error);
    }
  };
  const isEdited = useSignal(false);
  useEffect(() => {
    // An edit that was left goes on.
    isEdited.value = unsavedText.of(path) !== null;
    void read();
  }, [path]);
  const file = found.value;
  useNameInTitle(shownName(nameOf(path)));
  return (
    <>
      <h2 tabIndex={-1} dir="auto">
        {shownName(nameOf(path))}
      </h2>
      <Crumbs path={folderOf(path)} />
      <Problem text={wrong.value} onAgain={() => void read()} />
      {isGone.value ? (
        <p>{said.gone}</p>
      ) : (
        <>
          <p class="hint" role="status">
            {file === null ? (wrong.value === '' ? appWords.loading : '') : bytes(file.sizeBytes)}
          </p>
          {isRefused.value ? null : (
            <Actions
              path={path}
              onEdit={file === null || file.revision === null ? null : () => (isEdited.value = true)}
            />
          )}
          {file?.waitsIn.map((threadId) => (
            <WaitingChanges key={`${threadId}${file.revision}`} path={file.path} threadId={threadId} />
          ))}
          {file === null ? null : isEdited.value ? (
            <Editing
              key={path}
              file={file}
              onSaved={() => {
                isEdited.value = false;
                say(said.saved(shownName(nameOf(path))));
                void read();
              }}
              onLeave={() => (isEdited.value = false)}
            />
          ) : (
            <Preview file={file} />
          )}
        </>
      )}
    </>
  );
}

function Actions({ path, onEdit }: { path: string; onEdit: (() => void) | null }): VNode {
  const isAsking = useSignal(false);
  const name = shownName(nameOf(path));
  const remove = async (permanently: boolean) => {
    const outcome = await deleteFile(path, () => showArea('files', partOfFile(path)), permanently);
    if (outcome === 'tooLarge') isAsking.value = true;
    else if (outcome) showArea('files', partOfFolder(folderOf(path)));
  };
  return (
    <div class="row">
      {onEdit === null ? null : (
        <button type="button" class="small" aria-label={visible(said.editNamed(name))} onClick={onEdit}>
          {said.edit}
        </button>
      )}
      <a class="small" href={addressOfFile(path)} download aria-label={visible(said.downloadNamed(name))}>
        {said.download}
      </a>
      <button
        type="button"
        class="small"
        aria-label={visible(said.removeNamed(name))}
        onClick={() => void remove(false)}
      >
        {said.remove}
      </button>
      {isAsking.value ? (
        <AskDialog
          question={said.tooLarge(name)}
          says={said.tooLargeSays}
          label={said.forGood}
          onClose={() => (isAsking.value = false)}
          onSure={() => void remove(true)}
        />
      ) : null}
    </div>
  );
}
