import type { IdColumn } from '../highest-id.ts';
import { entrySteps } from './entries.ts';
import { insightSteps } from './insights.ts';
import type { MemorySteps } from './steps.ts';

/** What each change of the memory does. */
export const steps: MemorySteps = { ...entrySteps, ...insightSteps };

/** Columns with ids that this engine made. */
export const ids: readonly IdColumn[] = [['entries', 'entry_id']];
