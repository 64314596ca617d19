import type { Plain } from '../../kernel/says.ts';

/** Why something is refused. */
export interface ThreadProblems extends Plain<
  'threads.thread_not_found' | 'threads.message_not_found' | 'threads.run_in_progress'
> {
  'threads.instructions_too_long': { most: number };
  'threads.too_many_switches': { most: number };
}
