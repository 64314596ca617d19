import type { VNode } from 'preact';
import { memo } from 'preact/compat';
import { useEffect, useState } from 'preact/hooks';
import { CopyButton } from '../../parts/copy-button.tsx';
import { words } from '../../words/words.ts';
import type { Piece } from './highlight.ts';
import { visible } from '../../parts/visible.ts';

/** Longer code stays plain: colouring it would hold up the page. */
const MAX_COLOURED = 60_000;
/** Lines that are drawn together; while code is streamed, only the last part changes. */
const LINES = 100;

/** A fence: its language, wrap, copy, and colours once it is complete. */
export function Code({ code, language, isOpen }: { code: string; language: string; isOpen: boolean }): VNode {
  const [isWrapped, setWrapped] = useState(false);
  const name = language.split(/[\s{]/u)[0] ?? '';
  const pieces = useColours(code, name, !isOpen && code.length <= MAX_COLOURED);
  return (
    <figure class="code">
      <figcaption>
        <span>{visible(name)}</span>
        <button type="button" class="quiet" aria-pressed={isWrapped} onClick={() => setWrapped(!isWrapped)}>
          {words.conversation.wrap}
        </button>
        <CopyButton text={() => code} label={words.conversation.copyCode} />
      </figcaption>
      <pre class={isWrapped ? 'wrapped' : undefined} tabIndex={0} dir="ltr">
        <code>
          {pieces
            ? pieces.map(([text, style], nth) => (
                <span key={nth} class={style}>
                  {visible(text)}
                </span>
              ))
            : parts(code).map((part, nth) => <Part key={nth} text={part} />)}
        </code>
      </pre>
    </figure>
  );
}

const Part = memo(({ text }: { text: string }) => <span class="lines">{visible(text)}</span>);

function parts(code: string): readonly string[] {
  const lines = code.split('\n');
  const found: string[] = [];
  for (let from = 0; from < lines.length; from += LINES) {
    const isLast = from + LINES >= lines.length;
    found.push(lines.slice(from, from + LINES).join('\n') + (isLast ? '' : '\n'));
  }
  return found;
}

/** Null until the colours are there, or where there are none for this language. */
function useColours(code: string, language: string, isWanted: boolean): readonly Piece[] | null {
  const [pieces, setPieces] = useState<readonly Piece[] | null>(null);
  useEffect(() => {
    if (!isWanted || language === '') return;
    let isHere = true;
    void import('./highlight.ts')
      .then(({ highlight }) => highlight(code, language))
      .then((found) => (isHere ? setPieces(found) : undefined))
      // The code is readable without colours.
      .catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, [code, language, isWanted]);
  return isWanted ? pieces : null;
}
