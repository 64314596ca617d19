import type { VNode } from 'preact';
import { moment, timeOfDay } from '../parts/format.ts';
import { toolServerWords as said } from '#words/tool-servers.ts';
import type { ListedServer } from './servers.ts';
import { EngineText } from '../parts/engine-text.tsx';
import { worded } from '../engine/failure.ts';

/** How the engine stands with a server, in a few words. */
export const State = ({ server }: { server: ListedServer }): VNode => (
  <span class={`state is-${server.state}`}>{stateWords(server)}</span>
);

function stateWords({ state, connectedSince, problem }: ListedServer): string {
  if (state === 'connected' && connectedSince !== null) return said.since(moment(connectedSince));
  if (state === 'away' && problem !== null) return said.awayUntil(timeOfDay(problem.retryAt));
  return said.states[state];
}

/** Why it is away; while it is tried again, why it was. */
export function Reason({ server: { problem } }: { server: ListedServer }): VNode | null {
  return problem === null ? null : (
    <p class="reason">
      <EngineText text={worded(problem.error, problem.says)} />
    </p>
  );
}
