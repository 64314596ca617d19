import type { runs } from '../../../contract/agent/runs.ts';
import { own, type Renderers } from './told.ts';

/** The service marks what the earlier call brought from outside. */
export const runsTold: Renderers<(typeof runs)[number]> = { recall_tool_result: own };
