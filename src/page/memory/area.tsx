import type { VNode } from 'preact';
import { place } from '../app/place.ts';
import { useHeadingFocus } from '../parts/use-heading-focus.ts';
import '../styles/known.css';
import { MemoryList } from './memory-list.tsx';
import { OpenMemory } from './open-memory.tsx';

/** Memory: all of it, or one entry. */
export default function MemoryArea(): VNode {
  const { part } = place.value;
  const area = useHeadingFocus(part);
  return (
    <section ref={area} class="area known memory">
      {part === null ? <MemoryList /> : <OpenMemory key={part} id={part} />}
    </section>
  );
}
