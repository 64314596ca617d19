import type { ComponentChildren, VNode } from 'preact';
import { LongText } from './long-text.tsx';
import { visible } from './visible.ts';

export interface Detail {
  readonly name: string;
  readonly label: string;
  /** A text that may be long, or how it is shown. */
  readonly value: ComponentChildren;
  /** Further values, which entries that were merged into it brought. */
  readonly further?: readonly string[];
}

/** What is known of a thing, by its names. */
export const DetailsCard = ({
  title,
  hint = '',
  none,
  details,
}: {
  title: string;
  hint?: string;
  /** In the place of details, where there are none. */
  none: string;
  details: readonly Detail[];
}): VNode => (
  <section class="card" aria-labelledby="details-title">
    <h3 id="details-title">{title}</h3>
    {hint === '' ? null : <p class="hint">{hint}</p>}
    {details.length === 0 ? <p>{none}</p> : null}
    <dl>
      {details.map(({ name, label, value, further = [] }) => (
        <div key={name}>
          <dt>{visible(label)}</dt>
          <dd class="told" dir="auto">
            {typeof value === 'string' ? <LongText text={value} /> : value}
          </dd>
          {further.map((one) => (
            <dd key={one} class="told" dir="auto">
              <LongText text={one} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  </section>
);
