import { useEffect } from 'preact/hooks';
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
export function useFollowing(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let [isReading, isOver] = [false, false];
    const look = async () => {
      if (isReading || document.hidden) return;
      clearTimeout(timer);
      isReading = true;
      await readToolServers();
      isReading = false;
      plan();
    };
    const plan = () => {
      if (isOver || isReading) return;
      clearTimeout(timer);
      timer = setTimeout(() => void look(), pauseMs(toolServers.peek() ?? [], Date.now()));
    };
    // What a person does reads them, too, and may begin something that is soon over.
    const forget = toolServers.subscribe(plan);
    const seen = () => void look();
    document.addEventListener('visibilitychange', seen);
    void look();
    return () => {
      isOver = true;
      forget();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, []);
}
