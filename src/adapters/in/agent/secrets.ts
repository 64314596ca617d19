import type { secrets } from '../../../contract/agent/secrets.ts';
import { own, type Renderers } from './told.ts';

/** Says how the question ended, never the value. */
export const secretsTold: Renderers<(typeof secrets)[number]> = { ask_secret: own };
