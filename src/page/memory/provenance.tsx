import type { ComponentChildren, VNode } from 'preact';
import { placeOfArea, placeOfThread } from '../app/place.ts';
import { moment } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { memoryWords as said } from '#words/memory.ts';
import { sourceWords, stateSince } from './in-words.ts';
import type { Opened } from './memories.ts';

/** Who brought a memory, when, and in which conversation at which message. */
export function Provenance({ memory }: { memory: Opened }): VNode {
  const { source, origin, createdAt, confirmedAt, validFrom, entities } = memory;
  return (
    <section class="card" aria-labelledby="provenance-title">
      <h3 id="provenance-title">{said.from}</h3>
      <p>{visible(sourceWords(source))}</p>
      <dl>
        <Detail name={said.when}>{moment(createdAt)}</Detail>
        {confirmedAt === createdAt ? null : <Detail name={said.confirmed}>{moment(confirmedAt)}</Detail>}
        {validFrom === createdAt ? null : <Detail name={said.validFrom}>{moment(validFrom)}</Detail>}
        <Detail name={said.state}>{stateSince(memory)}</Detail>
        {source.threadId === null ? null : (
          <Detail name={said.conversation}>
            {origin === null ? (
              said.noConversation
            ) : (
              <a href={placeOfThread(origin.threadId, origin.seq)} dir="auto">
                {visible(said.atMessage(origin.title || said.untitled))}
              </a>
            )}
          </Detail>
        )}
        {entities.length === 0 ? null : (
          <Detail name={said.speaksOf}>
            <ul class="names">
              {entities.map(({ entityId, name }) => (
                <li key={entityId}>
                  <a href={placeOfArea('entries', entityId)} dir="auto">
                    {visible(name)}
                  </a>
                </li>
              ))}
            </ul>
          </Detail>
        )}
      </dl>
    </section>
  );
}

const Detail = ({ name, children }: { name: string; children: ComponentChildren }): VNode => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
