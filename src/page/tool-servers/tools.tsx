import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { keyboardAfter } from '../parts/keyboard-after.ts';
import { visible } from '../parts/visible.ts';
import { toolServerWords as said } from '#words/tool-servers.ts';
import { accept, isOutdated, open, order, wrong, type ServerTool } from './opened.ts';
import { toAccept, type ListedServer } from './servers.ts';
import { ToolCard } from './tool-card.tsx';

/** Few tools that wait are opened at once. */
const OPEN_AT_FIRST = 10;

/** The tools of a server, those that wait to be accepted first. */
export function Tools({ server, tools }: { server: ListedServer; tools: readonly ServerTool[] }): VNode {
  const { name, state, toolsLeftOut } = server;
  const title = useRef<HTMLHeadingElement>(null);
  const waiting = toAccept(tools);
  const canAccept = state === 'connected';
  const places = new Map(order.value.map((tool, nth) => [tool, nth]));
  const sorted = tools.toSorted((a, b) => (places.get(a.name) ?? 0) - (places.get(b.name) ?? 0));
  const acceptOne = async (tool: ServerTool) => {
    if (await accept(name, [tool])) say(said.accepted(tool.name));
  };
  const acceptAll = async () => {
    const goOnAt = keyboardAfter();
    if (!(await accept(name, waiting))) return;
    say(said.acceptedAll(waiting.length));
    goOnAt(() => title.current);
  };
  return (
    <section class="tools" aria-labelledby="tools-title">
      <h3 id="tools-title" ref={title} tabIndex={-1}>
        {said.toolList}
      </h3>
      {tools.length === 0 ? (
        <p>{state === 'connected' ? said.noTools : said.notYet}</p>
      ) : (
        <p class="hint">{said.stranger}</p>
      )}
      {toolsLeftOut > 0 ? <p class="hint">{said.leftOut(toolsLeftOut)}</p> : null}
      {waiting.length > 0 ? (
        <div class="row">
          <p class="wants">{said.waiting(waiting.length)}</p>
          {waiting.length > 1 ? (
            <button type="button" class="primary" disabled={!canAccept} onClick={() => void acceptAll()}>
              {said.acceptAll(waiting.length)}
            </button>
          ) : null}
        </div>
      ) : null}
      <ul class="all">
        {sorted.map((tool, nth) => (
          <li key={tool.name === '' ? nth : tool.name}>
            <ToolCard
              tool={tool}
              wrong={wrong.value?.tool === tool.name ? wrong.value.text : ''}
              isOpenAtFirst={nth < OPEN_AT_FIRST}
              canAccept={canAccept}
              onAccept={() => void acceptOne(tool)}
            />
          </li>
        ))}
      </ul>
      <div class="outdated" role="status">
        {isOutdated.value && waiting.length > 0 ? (
          <p class="notice">
            <span>{visible(said.outdated)}</span>
            <button type="button" onClick={() => void open(name)}>
              {said.showNow}
            </button>
          </p>
        ) : null}
      </div>
    </section>
  );
}
