import { useFollowing as useFollowed } from '../parts/follow.ts';
import { readToolServers, toolServers, type ListedServer } from './servers.ts';

const SHORTEST_MS = 1_000;
const LONGEST_MS = 10_000;

/** How long nothing of what is shown is expected to change. */
export function pauseMs(
  servers: readonly Pick<ListedServer, 'state' | 'calls' | 'problem' | 'signIn'>[],
  now: number,
): number {
  const pauses = servers.map(({ state, calls, problem, signIn }) => {
    if (state === 'connecting' || calls.length > 0 || signIn !== null) return SHORTEST_MS;
    return state === 'away' && problem !== null ? Date.parse(problem.retryAt) - now : LONGEST_MS;
  });
  return Math.max(SHORTEST_MS, Math.min(LONGEST_MS, ...pauses));
}

/** Reads how the servers stand again and again, while the component is shown and the tab is looked at. */
export const useFollowing = (): void =>
  useFollowed({
    read: readToolServers,
    pauseMs: () => pauseMs(toolServers.peek() ?? [], Date.now()),
    shown: toolServers,
  });
