import type { DebugExport } from '../../core/history/debug-export.ts';
import type { HistoryService } from '../../core/history/service.ts';
import type { HistoryStore } from '../../core/history/store.ts';
import { token } from '../token.ts';

export const historyTokens = {
  historyStore: token<HistoryStore>('history-store'),
  history: token<HistoryService>('history'),
  debugExport: token<DebugExport>('debug-export'),
};
