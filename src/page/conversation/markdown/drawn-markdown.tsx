import type { Token } from 'marked';
import type { ComponentChildren, VNode } from 'preact';
import { memo } from 'preact/compat';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { GrowingMarkdown, type Drawing, type MarkdownBlock } from './blocks.ts';
import { Code } from './code.tsx';
import type { FenceToken } from './fence.ts';
import { Formula } from './formula.tsx';
import type { MathToken } from './math.ts';
import { Link } from './link.tsx';
import { nextFrame, pause } from '../../parts/frames.ts';
import { visible } from '../../parts/visible.ts';
import { conversationWords } from '#words/conversation.ts';

/** What one frame may parse: so many milliseconds, because drawing it takes longer, and at most so many steps. */
const PARSING_MS = 4;
const MAX_STEPS = 2;
/** So long one frame may take with its layout and painting, so that no task is near 50 ms. */
const FRAME_MS = 24;

export interface MarkdownText {
  readonly text: string;
  /** More may follow. */
  readonly isOpen: boolean;
}

/**
 * Text of a model or of a stranger as a document. Each token becomes an element of ours, never HTML: what is written
 * as HTML is shown as it was typed, images are named and not loaded, and links say where they lead. A long text is
 * drawn over several frames.
 */
export function DrawnMarkdown({ text, isOpen }: MarkdownText): VNode {
  const growing = useMemo(() => new GrowingMarkdown(), []);
  const [, drawMore] = useState({});
  const pace = useRef(1);
  /** What was read for the frame that is being drawn. Text that arrives, and what was left over, may both ask for one frame. */
  const read = useRef<Drawing | null>(null);
  const isSecond = read.current !== null;
  const from = performance.now();
  let steps = 1;
  const mayGoOn = () => (steps += 1) <= pace.current && performance.now() - from < PARSING_MS;
  const drawing = read.current ?? growing.read(text, isOpen, mayGoOn);
  read.current = drawing;
  const { groups } = drawing;
  const isBehind = isSecond || drawing.isBehind;
  // How long a step takes to draw depends on what is in it, and on the machine.
  useLayoutEffect(() => {
    if (isSecond) return;
    // Once the frame is on the screen.
    void pause().then(() => {
      read.current = null;
      const isSlow = performance.now() - from > FRAME_MS;
      pace.current = isSlow ? Math.max(1, pace.current - 1) : Math.min(MAX_STEPS, pace.current + 1);
    });
  });
  useEffect(() => (isBehind ? nextFrame(() => drawMore({})) : undefined));
  return (
    <div class="markdown" aria-busy={isBehind}>
      {partsOf(groups).map((part, nth) => (
        <Part key={nth} groups={part} />
      ))}
    </div>
  );
}

type Groups = readonly (readonly MarkdownBlock[])[];

/** Groups that the browser skips together where they are out of sight. */
const PART = 8;

const partsOf = (groups: Groups): readonly Groups[] =>
  Array.from({ length: Math.ceil(groups.length / PART) }, (_, nth) =>
    groups.slice(nth * PART, (nth + 1) * PART),
  );

const Part = memo(
  ({ groups }: { groups: Groups }): VNode => (
    <div class="blocks">
      {groups.map((blocks, nth) => (
        <Group key={nth} blocks={blocks} />
      ))}
    </div>
  ),
  (before, { groups }) =>
    before.groups.length === groups.length && groups.every((blocks, nth) => blocks === before.groups[nth]),
);

const Group = memo(({ blocks }: { blocks: readonly MarkdownBlock[] }): VNode => (
  <div class="blocks">
    {blocks.map((block) => (
      <Block key={block.key} block={block} />
    ))}
  </div>
));

const Block = memo(({ block }: { block: MarkdownBlock }): VNode => {
  const { token, isOpen, isContinued } = block;
  return (
    <div class={isContinued ? 'block continued' : 'block'} dir="auto">
      {token.type === 'fence' ? (
        <Code parts={(token as FenceToken).parts} language={token['lang'] ?? ''} isOpen={isOpen} />
      ) : (
        drawn(token as Token, isOpen, 0)
      )}
    </div>
  );
});

/** Deeper than this, only the text is shown. */
const MAX_DEPTH = 40;

function drawn(token: Token, isOpen: boolean, depth: number): ComponentChildren {
  if (depth > MAX_DEPTH) return visible(token.raw);
  const inner = () => all('tokens' in token ? token.tokens : undefined, isOpen, depth);
  switch (token.type) {
    case 'heading': {
      // The page's own headings come before those of an answer.
      const Heading = `h${Math.min(token['depth'] + 2, 6)}` as 'h3';
      return <Heading>{inner()}</Heading>;
    }
    case 'paragraph':
      return <p>{inner()}</p>;
    case 'blockquote':
      return <blockquote>{inner()}</blockquote>;
    case 'code':
      return <Code parts={[token['text']]} language={token['lang'] ?? ''} isOpen={isOpen} />;
    case 'hr':
      return <hr />;
    case 'list':
      return list(token as Token & ListToken, isOpen, depth);
    case 'table':
      return table(token as Token & TableToken, isOpen, depth);
    case 'strong':
      return <strong>{inner()}</strong>;
    case 'em':
      return <em>{inner()}</em>;
    case 'del':
      return <del>{inner()}</del>;
    case 'codespan':
      return <code>{visible(token['text'])}</code>;
    case 'math':
      return <Formula formula={token as Token & MathToken} />;
    case 'br':
      return <br />;
    case 'link':
      return (
        <Link href={token['href']} text={token['text']}>
          {inner()}
        </Link>
      );
    case 'image':
      return <Link href={token['href']} text={token['text']} isImage />;
    case 'text':
      return 'tokens' in token && token.tokens ? inner() : visible(token['text']);
    case 'escape':
      return visible(token['text']);
    case 'checkbox':
      return <input type="checkbox" checked={token['checked']} disabled aria-label={token.raw} />;
    case 'def':
    case 'space':
      return null;
    default:
      // HTML, and whatever a newer parser adds.
      return visible(token.raw);
  }
}

const all = (tokens: readonly Token[] | undefined, isOpen: boolean, depth: number): ComponentChildren =>
  tokens?.map((token) => drawn(token, isOpen, depth + 1));

interface ListToken {
  readonly ordered: boolean;
  readonly start: number | '';
  readonly items: readonly { readonly tokens: readonly Token[]; readonly task: boolean }[];
}

function list({ ordered, start, items }: ListToken, isOpen: boolean, depth: number): VNode {
  const drawnItems = items.map(({ tokens, task }, nth) => (
    <li key={nth} class={task ? 'to-do' : undefined}>
      {all(tokens, isOpen, depth)}
    </li>
  ));
  return ordered ? <ol start={start === '' ? 1 : start}>{drawnItems}</ol> : <ul>{drawnItems}</ul>;
}

interface Cell {
  readonly tokens: readonly Token[];
  readonly align: 'left' | 'center' | 'right' | null;
}
interface TableToken {
  readonly header: readonly Cell[];
  readonly rows: readonly (readonly Cell[])[];
}

function table({ header, rows }: TableToken, isOpen: boolean, depth: number): VNode {
  const cells = (row: readonly Cell[], Tag: 'th' | 'td') =>
    row.map(({ tokens, align }, nth) => (
      <Tag key={nth} class={align ?? undefined}>
        {all(tokens, isOpen, depth)}
      </Tag>
    ));
  return (
    // Wide tables scroll on their own, also by keyboard.
    <div class="wide" tabIndex={0} role="region" aria-label={conversationWords.table}>
      <table>
        <thead>
          <tr>{cells(header, 'th')}</tr>
        </thead>
        <tbody>
          {rows.map((row, nth) => (
            <tr key={nth}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
