import type { MemoryService } from '../../core/memory/service.ts';
import type { MemoryStore } from '../../core/memory/store.ts';
import { token } from '../token.ts';

export const memoryTokens = {
  memoryStore: token<MemoryStore>('memory-store'),
  memory: token<MemoryService>('memory'),
};
