import type { WriteGate } from '../../core/kernel/write-gate.ts';
import type { Vitals } from '../../core/metrics/port.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { LastingIds } from '../../core/ports/ids.ts';
import type { KnownSecrets, Log } from '../../core/ports/log.ts';
import type { MachineBoot } from '../../core/ports/machine-boot.ts';
import type { Validator } from '../../core/ports/validator.ts';
import type { Restarting } from '../../core/ports/restarting.ts';
import type { Services } from '../../core/features.ts';
import type { Platform } from '../platform.ts';
import type { Settings } from '../settings.ts';
import type { DirectoryLock } from '../directory-lock.ts';
import type { MissingDatabases } from '../stores.ts';
import type { Renderers } from '../../adapters/in/agent/model-text.ts';
import type { agentTools } from '../../contract/agent/tools.ts';
import { token } from '../token.ts';

/** What a restore and an erasure need of the process. */
interface Restoring {
  /** Null where nothing can restart the engine. */
  readonly restart: Restarting | null;
  /** Why the engine could not start on restored files, which are taken back then; null if nothing is known. */
  readonly problem: string | null;
}

export const processTokens = {
  /** Bound by the graph. */
  settings: token<Settings>('settings'),
  platform: token<Platform>('platform'),
  missingDatabases: token<MissingDatabases>('missing-databases'),
  lock: token<DirectoryLock>('lock'),
  restoring: token<Restoring>('restoring'),
  services: token<Services>('services'),
  renderers: token<Renderers<(typeof agentTools)[number]>>('renderers'),

  clock: token<Clock>('clock'),
  ids: token<LastingIds>('ids'),
  log: token<Log>('log'),
  knownSecrets: token<KnownSecrets>('known-secrets'),
  validator: token<Validator>('validator'),
  vitals: token<Vitals>('vitals'),
  boot: token<MachineBoot>('machine-boot'),
  gate: token<WriteGate>('gate'),
  /** The ports that this engine listens on; requests of the agent cannot reach them. */
  ownPorts: token<Set<number>>('trusted-ports'),
};
