import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { placeOfThread, showArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { codeOf, statusOf, told } from '../engine/failure.ts';
import { AskDialog } from '../parts/ask-dialog.tsx';
import { useFollowing } from '../parts/follow.ts';
import { OpenItem } from '../parts/open-item.tsx';
import { visible } from '../parts/visible.ts';
import { workMoved } from '../threads/thread-list.ts';
import { artifactWords as said } from '#words/artifacts.ts';
import { Facts } from './facts.tsx';
import { removeArtifact, type Opened } from './artifacts.ts';
import { Compared } from './compared.tsx';
import { Content } from './content.tsx';
import { download, fileNameOf } from './download.ts';
import { Versions } from './versions.tsx';

const RETRY_MS = 2_000;

/** One artifact. The version that is read stays where it is when a newer one is saved: that is only pointed out. */
export function OpenArtifact({ id }: { id: string }): VNode {
  const found = useSignal<Opened | null>(null);
  const wrong = useSignal('');
  const isGone = useSignal(false);
  /** The newest version when the person last chose what is shown. */
  const known = useSignal(Infinity);
  const readings = useRef(0);
  const read = async (version: number | null): Promise<Opened | null> => {
    readings.current += 1;
    const mine = readings.current;
    try {
      const query = version === null ? {} : { version };
      const answer = await engine['artifacts.get']({ params: { id }, query });
      if (mine !== readings.current) return null;
      found.value = answer;
      wrong.value = '';
      return answer;
    } catch (error) {
      if (mine !== readings.current) return null;
      isGone.value = codeOf(error) === 'artifact_not_found';
      // That the engine is away is said above everything.
      wrong.value = statusOf(error) === null || isGone.value ? '' : told(error);
      return null;
    }
  };
  /** Null is the newest. */
  const choose = async (version: number | null) => {
    const answer = await read(version);
    if (answer !== null) known.value = answer.version;
  };
  const again = async () => {
    const shown = found.peek()?.shownVersion;
    await (shown === undefined ? choose(null) : read(shown));
  };
  useFollowing({
    read: again,
    // A content may be large, and a version never changes: it is read again only when a run may have saved another one.
    pauseMs: () => (found.peek() === null && !isGone.peek() ? RETRY_MS : Infinity),
    shown: found,
    moved: workMoved,
  });
  return (
    <OpenItem
      area="artifacts"
      said={said}
      item={found.value}
      name={found.value?.title}
      isGone={isGone.value}
      wrong={wrong.value}
      onAgain={again}
      shown={(artifact) => (
        <Shown
          artifact={artifact}
          hasNewer={artifact.version > known.value}
          onVersion={(version) => void choose(version)}
        />
      )}
    />
  );
}

function Shown({
  artifact,
  hasNewer,
  onVersion,
}: {
  artifact: Opened;
  hasNewer: boolean;
  onVersion: (version: number | null) => void;
}): VNode {
  const { title, description, threadId, version, shownVersion, versions, content } = artifact;
  const isRemoving = useSignal(false);
  const chosen = useSignal<number | null>(null);
  const other = versions.find((one) => one.version === chosen.value && one.version !== shownVersion);
  return (
    <>
      {description === null ? null : (
        <p class="about" dir="auto">
          {visible(description)}
        </p>
      )}
      <Facts artifact={artifact} />
      <div class="row">
        <button
          type="button"
          class="small"
          aria-label={visible(said.downloadNamed(title))}
          onClick={() => download(content, fileNameOf(artifact, shownVersion))}
        >
          {said.download}
        </button>
        {threadId === null ? null : (
          <a class="small" href={placeOfThread(threadId)} aria-label={visible(said.conversationNamed(title))}>
            {said.conversation}
          </a>
        )}
        <button
          type="button"
          class="quiet"
          aria-label={visible(said.removeNamed(title))}
          onClick={() => (isRemoving.value = true)}
        >
          {said.remove}
        </button>
      </div>
      <Versions
        versions={versions}
        shown={shownVersion}
        compared={other?.version ?? null}
        onShow={onVersion}
        onCompare={(next) => (chosen.value = next)}
      />
      <p class="hint" role="status">
        {hasNewer ? said.newer(version) : ''}
      </p>
      {hasNewer ? (
        <div class="row">
          <button type="button" class="small" onClick={() => onVersion(null)}>
            {said.showNewer}
          </button>
        </div>
      ) : null}
      {other === undefined ? (
        <Content artifact={artifact} />
      ) : (
        <Compared artifact={artifact} version={other.version} />
      )}
      {isRemoving.value ? (
        <AskDialog
          question={said.removeQuestion(title)}
          says={said.removeSays}
          label={said.remove}
          onClose={() => (isRemoving.value = false)}
          onSure={() =>
            void removeArtifact(artifact).then((isGone) => {
              if (isGone) showArea('artifacts');
            })
          }
        />
      ) : null}
    </>
  );
}
