import type { Scenario } from '../scenario.ts';
import { corrupt } from './corrupt.ts';
import { diskFull } from './disk-full.ts';
import { ioErrors } from './io-errors.ts';
import { killSweep } from './kill-sweep.ts';
import { readOnly } from './read-only.ts';

/** In the order in which they run. */
export const scenarios: readonly Scenario[] = [killSweep, diskFull, readOnly, ioErrors, corrupt];
