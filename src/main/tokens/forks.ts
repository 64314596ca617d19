import type { ForkService } from '../../core/forks/service.ts';
import type { ForkStore } from '../../core/forks/store.ts';
import { token } from '../token.ts';

export const forkTokens = {
  forkStore: token<ForkStore>('fork-store'),
  forks: token<ForkService>('forks'),
};
