import type { VNode } from 'preact';
import { DetailsCard } from '../parts/details-card.tsx';
import { visible } from '../parts/visible.ts';
import { entryWords as said } from '#words/entries.ts';
import type { Opened } from './entries.ts';
import { attributeWords, detailsOf, shownDetail } from './in-words.ts';

/** What an entry is called, and its details. */
export function Details({ entry: { kind, aliases, detail, further } }: { entry: Opened }): VNode {
  const known = detailsOf[kind].filter((attribute) => attribute in detail);
  const others = Object.keys(detail).filter((attribute) => !known.includes(attribute));
  const names = (
    <ul class="names">
      {aliases.map((alias) => (
        <li key={alias} dir="auto">
          {visible(alias)}
        </li>
      ))}
    </ul>
  );
  return (
    <DetailsCard
      title={said.details}
      none={said.noDetails}
      details={[
        ...(aliases.length === 0 ? [] : [{ name: 'other names', label: said.names, value: names }]),
        ...[...known, ...others].map((attribute) => ({
          name: attribute,
          label: attributeWords(attribute),
          value: shownDetail(attribute, detail[attribute] ?? ''),
          further: (further[attribute] ?? []).map((value) => shownDetail(attribute, value)),
        })),
      ]}
    />
  );
}
