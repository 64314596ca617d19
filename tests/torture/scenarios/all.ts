import type { Scenario } from '../scenario.ts';
import { abort } from './abort.ts';
import { arrivingFull } from './arriving-full.ts';
import { backupFaults } from './backup-faults.ts';
import { backupKills } from './backup-kills.ts';
import { clock } from './clock.ts';
import { corrupt } from './corrupt.ts';
import { diskFull } from './disk-full.ts';
import { firstStart } from './first-start.ts';
import { fuzz } from './fuzz.ts';
import { ioErrors } from './io-errors.ts';
import { importKills } from './import-kills.ts';
import { killSweep } from './kill-sweep.ts';
import { load } from './load.ts';
import { longLife } from './long-life.ts';
import { mergeKills } from './merge-kills.ts';
import { powerCut } from './power-cut.ts';
import { readOnly } from './read-only.ts';
import { sigterm } from './sigterm.ts';
import { slowReaders } from './slow-readers.ts';
import { slowSenders } from './slow-senders.ts';
import { soak } from './soak.ts';
import { starts } from './starts.ts';
import { migrationKills } from './migration-kills.ts';
import { uploadKills } from './upload-kills.ts';
import { twoProcesses } from './two-processes.ts';

/** In execution order. */
export const scenarios: readonly Scenario[] = [
  killSweep,
  backupKills,
  mergeKills,
  uploadKills,
  migrationKills,
  importKills,
  backupFaults,
  powerCut,
  firstStart,
  diskFull,
  arrivingFull,
  readOnly,
  ioErrors,
  corrupt,
  abort,
  clock,
  twoProcesses,
  starts,
  sigterm,
  slowReaders,
  slowSenders,
  load,
  fuzz,
  soak,
  longLife,
];
