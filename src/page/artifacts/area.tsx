import type { VNode } from 'preact';
import { place } from '../app/place.ts';
import { useHeadingFocus } from '../parts/use-heading-focus.ts';
import './artifacts.css';
import { ArtifactList } from './artifact-list.tsx';
import { OpenArtifact } from './open-artifact.tsx';

/** Results that stay: all of them, or one. */
export default function ArtifactsArea(): VNode {
  const { part } = place.value;
  const area = useHeadingFocus(part);
  return (
    <section ref={area} class="area artifacts">
      {part === null ? <ArtifactList /> : <OpenArtifact key={part} id={part} />}
    </section>
  );
}
