import type { prompts } from '../../../contract/agent/prompts.ts';
import { own, type Renderers } from './told.ts';

/** The service phrases the owner's answer. */
export const promptsTold: Renderers<(typeof prompts)[number]> = { ask_user: own };
