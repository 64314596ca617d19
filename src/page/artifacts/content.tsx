import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { Markdown } from '../conversation/markdown/markdown.tsx';
import Diagram from '../diagrams/diagram.tsx';
import { count } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { artifactWords as said } from '#words/artifacts.ts';
import type { Opened } from './artifacts.ts';
import { delimiterOf } from './delimiter.ts';
import { Frame } from './frame.tsx';
import { indented } from './indented.ts';
import { csvIn, tsvIn } from './separated.ts';
import { MOST_ROWS, TableView } from './table-view.tsx';

/** More characters in one element hold up the page. */
const MOST_CHARS = 300_000;

/** The content of a version by its type. Whatever it says, it is text, but for a frame that is closed off. */
export function Content({
  artifact: { type, title, content },
}: {
  artifact: Pick<Opened, 'type' | 'title' | 'content'>;
}): VNode {
  const label = visible(said.content(title));
  switch (type) {
    case 'markdown':
      return <MarkdownContent content={content} />;
    case 'html':
    case 'svg':
      return (
        <>
          <p class="hint">{said.closedOff[type]}</p>
          <Frame type={type} content={content} label={label} instead={visible(said.drawing(title))} />
        </>
      );
    case 'csv':
    case 'tsv':
      return <Separated type={type} title={title} content={content} />;
    case 'json':
      return <Json content={content} label={label} />;
    case 'mermaid':
      return (
        <Diagram key={content} source={content}>
          <Plain content={content} label={label} />
        </Diagram>
      );
    case 'text':
      return <Plain content={content} label={label} />;
  }
}

const beginningOf = (content: string): string => content.slice(0, MOST_CHARS).toWellFormed();

const Cut = ({ content }: { content: string }): VNode | null =>
  content.length <= MOST_CHARS ? null : <p class="hint">{said.cut(count(MOST_CHARS))}</p>;

const MarkdownContent = ({ content }: { content: string }): VNode => (
  <>
    <Cut content={content} />
    <article class="card document">
      <Markdown text={beginningOf(content)} isOpen={false} />
    </article>
  </>
);

/** Text as it is, with what hides in it marked. */
function Plain({ content, label, hint = '' }: { content: string; label: string; hint?: string }): VNode {
  return (
    <>
      <p class="hint">{hint}</p>
      <Cut content={content} />
      <pre class="plain" tabIndex={0} role="group" aria-label={label} dir="auto">
        {visible(beginningOf(content))}
      </pre>
    </>
  );
}

function Json({ content, label }: { content: string; label: string }): VNode {
  const lines = useMemo(() => indented(content), [content]);
  return <Plain content={lines ?? content} label={label} hint={lines === null ? said.notJson : ''} />;
}

function Separated({ type, title, content }: { type: 'csv' | 'tsv'; title: string; content: string }): VNode {
  const table = useMemo(
    () => (type === 'csv' ? csvIn(content, MOST_ROWS, delimiterOf(content)) : tsvIn(content, MOST_ROWS)),
    [type, content],
  );
  if ('wrong' in table)
    return (
      <Plain
        content={content}
        label={visible(said.content(title))}
        hint={said.notTable(said.table[table.wrong](table.row))}
      />
    );
  return <TableView table={table} label={visible(said.table.label(title))} />;
}
