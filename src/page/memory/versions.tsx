import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { moment } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { memoryWords as said } from '#words/memory.ts';
import { sourceWords, stateSince } from './in-words.ts';
import type { Opened, Version } from './memories.ts';

/** What a memory took the place of, and what took its place, the newest first. */
export const Versions = ({ memory }: { memory: Opened }): VNode => (
  <section class="card history" aria-labelledby="versions-title">
    <h3 id="versions-title">{said.history}</h3>
    {memory.earlier.length + memory.later.length === 0 && memory.supersededAt === null ? (
      <p>{said.noHistory}</p>
    ) : (
      <ol class="lines">
        {[...memory.later.toReversed(), memory, ...memory.earlier].map((version) => (
          <Line key={version.id} version={version} isThis={version.id === memory.id} />
        ))}
      </ol>
    )}
  </section>
);

const Line = ({ version, isThis }: { version: Version; isThis: boolean }): VNode => (
  <li class={version.supersededAt === null ? undefined : 'past'}>
    <span class="told" dir="auto">
      {isThis ? (
        visible(version.text)
      ) : (
        <a href={placeOfArea('memory', version.id)}>{visible(version.text)}</a>
      )}
    </span>
    <span class="hint">
      {isThis ? `${said.thisOne} · ` : ''}
      {visible(sourceWords(version.source))} ·{' '}
      <time datetime={version.createdAt}>{moment(version.createdAt)}</time> · {stateSince(version)}
    </span>
  </li>
);
