import type { EngineStatus } from '../../core/engine/service.ts';
import { token } from '../token.ts';

export const engineTokens = { engine: token<EngineStatus>('engine') };
