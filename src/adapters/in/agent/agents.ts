import type { agents } from '../../../contract/agent/agents.ts';
import { trusted, type Renderers } from './model-text.ts';

/** The service marks the answers of sub-agents as material. */
export const agentsRenderers: Renderers<(typeof agents)[number]> = { spawn_agent: trusted };
