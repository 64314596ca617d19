import type { VNode } from 'preact';
import { place } from '../app/place.ts';
import { useHeadingFocus } from '../parts/use-heading-focus.ts';
import '../styles/known.css';
import { CollectionList } from './collection-list.tsx';
import './data.css';
import { OpenCollection } from './open-collection.tsx';

/** Lists of records: all of them, or one. */
export default function DataArea(): VNode {
  const { part } = place.value;
  const area = useHeadingFocus(part);
  return (
    <section ref={area} class={part === null ? 'area known data' : 'area known data open'}>
      {part === null ? <CollectionList /> : <OpenCollection key={part} name={part} />}
    </section>
  );
}
