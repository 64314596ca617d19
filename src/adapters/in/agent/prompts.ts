import type { prompts } from '../../../contract/agent/prompts.ts';
import { trusted, type Renderers } from './model-text.ts';

/** The service phrases the owner's answer. */
export const promptsRenderers: Renderers<(typeof prompts)[number]> = { ask_user: trusted };
