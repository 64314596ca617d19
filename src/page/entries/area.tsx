import type { VNode } from 'preact';
import { place } from '../app/place.ts';
import { useHeadingFocus } from '../parts/use-heading-focus.ts';
import '../styles/known.css';
import './entries.css';
import { EntryList } from './entry-list.tsx';
import { OpenEntry } from './open-entry.tsx';

/** People and things: all that are known, or one. */
export default function EntriesArea(): VNode {
  const { part } = place.value;
  const area = useHeadingFocus(part);
  return (
    <section ref={area} class="area known entries">
      {part === null ? <EntryList /> : <OpenEntry key={part} id={part} />}
    </section>
  );
}
