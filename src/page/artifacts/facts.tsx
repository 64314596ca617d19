import type { VNode } from 'preact';
import { bytes, moment, shortMoment } from '../parts/format.ts';
import { artifactWords as said } from '#words/artifacts.ts';
import type { Artifact } from './artifacts.ts';

/** The type, size and number of its newest version, and when that was saved. */
export function Facts({ artifact }: { artifact: Artifact }): VNode {
  const { type, sizeBytes, version, updatedAt } = artifact;
  return (
    <p class="hint">
      {said.types[type]} · {bytes(sizeBytes)} · {said.version(version)} ·{' '}
      <time datetime={updatedAt} title={moment(updatedAt)}>
        {said.saved(shortMoment(updatedAt))}
      </time>
    </p>
  );
}
