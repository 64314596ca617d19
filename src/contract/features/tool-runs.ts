import { toolRuns as listed } from '../http/tool-runs.ts';
import { toolServer } from '../http/tool-server.ts';

export const toolRuns = { http: { ...toolServer, ...listed } };
