import { saying, type Plain } from '../../kernel/says.ts';

/** Why something is refused. */
export interface BackgroundProblems extends Plain<
  'background.task_not_found' | 'background.not_running' | 'background.unstoppable' | 'background.forbidden'
> {
  'background.ambiguous_id': { ids: readonly string[]; hasMore: boolean };
  'background.id_too_short': { chars: number };
}

export const say = saying<BackgroundProblems>();
