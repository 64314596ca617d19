import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { place } from '../app/place.ts';
import './artifacts.css';
import { ArtifactList } from './artifact-list.tsx';
import { OpenArtifact } from './open-artifact.tsx';

/** Results that stay: all of them, or one. */
export default function ArtifactsArea(): VNode {
  const { part } = place.value;
  const area = useRef<HTMLElement>(null);
  const before = useRef(part);
  useEffect(() => {
    // The link that led here is gone, and with it the place of the keyboard.
    if (before.current !== part) area.current?.querySelector('h2')?.focus();
    before.current = part;
  }, [part]);
  return (
    <section ref={area} class="area artifacts">
      {part === null ? <ArtifactList /> : <OpenArtifact key={part} id={part} />}
    </section>
  );
}
