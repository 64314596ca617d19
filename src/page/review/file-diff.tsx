import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { visible } from '../parts/visible.ts';
import type { Answer } from '../engine/client.ts';
import { words } from '../words/words.ts';

const said = words.review;

type ChangedFile = Answer<'threads.changeset'>['files'][number];

const KINDS: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'hint' };

/** One changed file: whether it is kept, and its unified diff when it is opened. */
export function FileDiff({
  file,
  isKept,
  onToggle,
}: {
  file: ChangedFile;
  isKept: boolean;
  onToggle: () => void;
}): VNode {
  const isOpen = useSignal(false);
  const { path, status, diff, linesAdded, linesRemoved, binary, diffOmitted } = file;
  const what = binary ? said.binary : diffOmitted ? said.tooLong : said.lines(linesAdded, linesRemoved);
  return (
    <div class="changed-file">
      <input type="checkbox" checked={isKept} aria-label={said.keep(path)} onChange={onToggle} />
      <details onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
        <summary>
          <code>{visible(path)}</code>
          <span class="hint">
            {said.statuses[status] ?? status} · {what}
          </span>
        </summary>
        {isOpen.value && diff !== '' ? (
          <pre class="diff" tabIndex={0}>
            {diff
              .split('\n')
              .slice(2, -1)
              .map((line, nth) => (
                <span key={nth} class={KINDS[line[0] ?? '']}>{`${visible(line)}\n`}</span>
              ))}
          </pre>
        ) : null}
      </details>
    </div>
  );
}
