import type { prompts } from '../../../contract/agent/prompts.ts';
import { own, type Renderers } from './told.ts';

/** The owner has answered, and the service says it. */
export const promptsTold: Renderers<(typeof prompts)[number]> = { ask_user: own };
