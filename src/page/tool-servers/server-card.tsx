import type { VNode } from 'preact';
import { visible } from '../parts/visible.ts';
import { Wrapping } from '../parts/wrapping.tsx';
import { toolServerWords as said } from '#words/tool-servers.ts';
import { placeOfServer } from './place-of-server.ts';
import { toAccept, type ListedServer } from './servers.ts';
import { Reason, State } from './standing.tsx';

/** One server of the list. */
export function ServerCard({ server }: { server: ListedServer }): VNode {
  const { name, place, state, tools, calls } = server;
  const waiting = toAccept(tools).length;
  const known = tools.filter((tool) => tool.state !== 'gone').length;
  const facts = [
    // A server that was never reached may have any.
    ...(state === 'connected' || known > 0 ? [said.tools(known)] : []),
    ...(calls.length > 0 ? [said.atWork(calls.length)] : []),
  ];
  return (
    <article class="card" aria-label={visible(name)}>
      <div class="head">
        <h3 dir="auto">
          <a href={placeOfServer(name)}>{visible(name)}</a>
        </h3>
        <State server={server} />
      </div>
      <p class="place">
        <code>
          <Wrapping text={place} />
        </code>
      </p>
      <Reason server={server} />
      <p class="facts">
        {facts.length === 0 ? null : <span class="hint">{facts.join(' · ')}</span>}
        {waiting === 0 ? null : <span class="wants">{said.toAccept(waiting)}</span>}
      </p>
    </article>
  );
}
