import type { Expectations } from '../../core/expectations/service.ts';
import { token } from '../token.ts';

export const expectationTokens = {
  expectations: token<Expectations>('expectations'),
  /** Where tools of tool servers are, as consents name places; null for a server that is not configured. */
  placeOfTool: token<(tool: string) => string | null>('place-of-tool'),
};
