import { agents as tools } from '../agent/agents.ts';

export const agents = { tools };
