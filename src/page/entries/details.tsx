import type { VNode } from 'preact';
import { LongText } from '../parts/long-text.tsx';
import { visible } from '../parts/visible.ts';
import { entryWords as said } from '../words/entries.ts';
import type { Opened } from './entries.ts';
import { attributeWords, detailsOf } from './in-words.ts';

/** What an entry is called, and its details. */
export function Details({ entry: { kind, aliases, detail } }: { entry: Opened }): VNode {
  const known = detailsOf[kind].filter((attribute) => attribute in detail);
  const others = Object.keys(detail).filter((attribute) => !known.includes(attribute));
  return (
    <section class="card" aria-labelledby="details-title">
      <h3 id="details-title">{said.details}</h3>
      {known.length + others.length + aliases.length === 0 ? <p>{said.noDetails}</p> : null}
      <dl>
        {aliases.length === 0 ? null : (
          <div>
            <dt>{said.names}</dt>
            <dd>
              <ul class="names">
                {aliases.map((alias) => (
                  <li key={alias} dir="auto">
                    {visible(alias)}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
        {[...known, ...others].map((attribute) => (
          <div key={attribute}>
            <dt>{visible(attributeWords(attribute))}</dt>
            <dd class="told" dir="auto">
              <LongText text={detail[attribute] ?? ''} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
