import type { InFlight } from '../../core/background/in-flight.ts';
import type { StopService } from '../../core/background/service.ts';
import { token } from '../token.ts';

export const backgroundTokens = {
  inFlight: token<InFlight>('in-flight'),
  stops: token<StopService>('stops'),
};
