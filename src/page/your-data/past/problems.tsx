import type { VNode } from 'preact';
import { worded } from '../../engine/failure.ts';
import { EngineText } from '../../parts/engine-text.tsx';
import type { Failed, Listed } from './past.ts';

/** What of a conversation does not come, in sentences; nothing where all of it does. */
export const Problems = ({ of: { problems, says } }: { of: Listed | Failed }): VNode | null =>
  problems.length === 0 ? null : (
    <p class="hint">
      {problems.map((problem, nth) => (
        <span key={problem}>
          {nth === 0 ? '' : ' '}
          <EngineText text={worded(problem, says.problems.slice(nth, nth + 1))} />
        </span>
      ))}
    </p>
  );
