import type { ToldMemories } from '../../core/history/told-memories.ts';
import type { ToldStore } from '../../core/told/store.ts';
import { token } from '../token.ts';

export const toldTokens = {
  toldStore: token<ToldStore>('told-store'),
  told: token<ToldMemories>('told'),
};
