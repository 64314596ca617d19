import type { runs } from '../../../contract/agent/runs.ts';
import { own, type Renderers } from './told.ts';

/** The service marks outside text in the earlier result. */
export const runsTold: Renderers<(typeof runs)[number]> = { recall_tool_result: own };
