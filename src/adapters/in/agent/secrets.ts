import type { secrets } from '../../../contract/agent/secrets.ts';
import { own, type Renderers } from './told.ts';

/** Tells no value, only what became of the question. */
export const secretsTold: Renderers<(typeof secrets)[number]> = { ask_secret: own };
