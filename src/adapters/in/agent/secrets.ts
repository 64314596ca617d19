import type { secrets } from '../../../contract/agent/secrets.ts';
import { trusted, type Renderers } from './model-text.ts';

/** Says how the question ended, never the value. */
export const secretsRenderers: Renderers<(typeof secrets)[number]> = { ask_secret: trusted };
