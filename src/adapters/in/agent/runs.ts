import type { runs } from '../../../contract/agent/runs.ts';
import { trusted, type Renderers } from './model-text.ts';

/** The service marks outside text in the earlier result. */
export const runsRenderers: Renderers<(typeof runs)[number]> = { recall_tool_result: trusted };
