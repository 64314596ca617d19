import type { VNode } from 'preact';
import { memo } from 'preact/compat';
import { useEffect, useState } from 'preact/hooks';
import { CopyButton } from '../../parts/copy-button.tsx';
import { conversationWords } from '#words/conversation.ts';
import { DrawnCode } from './drawn-code.tsx';
import { codeOf, isDiagram } from './fence.ts';
import type { Piece } from './highlight.ts';
import { visible } from '../../parts/visible.ts';

/** Longer code stays plain: colouring it would hold up the page. */
const MAX_COLOURED = 30_000;

/** A fence: its language, wrap, copy, and colours once it is complete. */
export function Code({
  parts,
  language,
  isOpen,
}: {
  parts: readonly string[];
  language: string;
  isOpen: boolean;
}): VNode {
  const [isWrapped, setWrapped] = useState(false);
  const name = language.split(/[\s{]/u)[0] ?? '';
  const isShort = parts.reduce((sum, { length }) => sum + length, 0) <= MAX_COLOURED;
  const pieces = useColours(parts, name, !isOpen && isShort);
  const code = (
    <figure class="code">
      <figcaption>
        <span>{visible(name)}</span>
        <button type="button" class="quiet" aria-pressed={isWrapped} onClick={() => setWrapped(!isWrapped)}>
          {conversationWords.wrap}
        </button>
        <CopyButton text={() => codeOf(parts)} label={conversationWords.copyCode} />
      </figcaption>
      <pre class={isWrapped ? 'wrapped' : undefined} tabIndex={0} dir="ltr">
        <code>
          {pieces ? (
            // The same box as without colours, so that nothing moves when they come.
            <span class="lines">
              {pieces.map(([text, style], nth) => (
                <span key={nth} class={style}>
                  {visible(text)}
                </span>
              ))}
            </span>
          ) : (
            parts.map((part, nth) => <Part key={nth} text={part} />)
          )}
        </code>
      </pre>
    </figure>
  );
  return isDiagram(name, isOpen) ? <DrawnCode source={codeOf(parts)}>{code}</DrawnCode> : code;
}

const Part = memo(({ text }: { text: string }) => <span class="lines">{visible(text)}</span>);

/** Null until the colours are there, or where there are none for this language. */
function useColours(parts: readonly string[], language: string, isWanted: boolean): readonly Piece[] | null {
  const [pieces, setPieces] = useState<readonly Piece[] | null>(null);
  useEffect(() => {
    if (!isWanted || language === '') return;
    let isHere = true;
    void import('./highlight.ts')
      .then(({ highlight }) => highlight(codeOf(parts), language))
      .then((found) => (isHere ? setPieces(found) : undefined))
      // The code is readable without colours.
      .catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, [parts, language, isWanted]);
  return isWanted ? pieces : null;
}
