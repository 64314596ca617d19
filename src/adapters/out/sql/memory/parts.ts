import { entrySteps } from './entries.ts';
import { insightSteps } from './insights.ts';
import type { MemorySteps } from './steps.ts';

/** What each change of the memory does. */
export const steps: MemorySteps = { ...entrySteps, ...insightSteps };
