import type { InFlight } from '../../core/background/in-flight.ts';
import type { RunningWork } from '../../core/background/running.ts';
import type { StopService } from '../../core/background/service.ts';
import { token } from '../token.ts';

export const backgroundTokens = {
  inFlight: token<InFlight>('in-flight'),
  running: token<RunningWork>('running'),
  stops: token<StopService>('stops'),
};
