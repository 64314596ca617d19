import type { Scenario } from '../scenario.ts';
import { abort } from './abort.ts';
import { arrivingFull } from './arriving-full.ts';
import { backupFaults } from './backup-faults.ts';
import { backupKills } from './backup-kills.ts';
import { corrupt } from './corrupt.ts';
import { diskFull, diskFullPostgres } from './disk-full.ts';
import { firstStart } from './first-start.ts';
import { ioErrors } from './io-errors.ts';
import { killSweep } from './kill-sweep.ts';
import { longLife } from './long-life.ts';
import { powerCut } from './power-cut.ts';
import { readOnly } from './read-only.ts';
import { soak } from './soak.ts';
import { migrationKills } from './migration-kills.ts';

/** In execution order. */
export const scenarios: readonly Scenario[] = [
  killSweep,
  backupKills,
  migrationKills,
  backupFaults,
  powerCut,
  firstStart,
  diskFull,
  diskFullPostgres,
  arrivingFull,
  readOnly,
  ioErrors,
  corrupt,
  abort,
  soak,
  longLife,
];
