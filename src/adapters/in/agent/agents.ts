import type { agents } from '../../../contract/agent/agents.ts';
import { own, type Renderers } from './told.ts';

/** The service marks the answers of sub-agents as material. */
export const agentsTold: Renderers<(typeof agents)[number]> = { spawn_agent: own };
