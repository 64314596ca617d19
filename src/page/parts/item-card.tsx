import type { ComponentChildren, VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { visible } from './visible.ts';

/** One thing in the list of its area: its name leads to it, and below stands what is known of it. */
export const ItemCard = ({
  area,
  id,
  name,
  about = null,
  children,
}: {
  area: string;
  id: string;
  name: string;
  /** In its own words, or in its owner's. */
  about?: string | null;
  children: ComponentChildren;
}): VNode => (
  <article class="card" aria-label={visible(name)}>
    <h3 dir="auto">
      <a href={placeOfArea(area, id)}>{visible(name)}</a>
    </h3>
    {about === null ? null : (
      <p class="about" dir="auto">
        {visible(about)}
      </p>
    )}
    {children}
  </article>
);
