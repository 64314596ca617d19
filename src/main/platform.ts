import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Vitals } from '../core/execution/metrics/port.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { LastingIds } from '../core/ports/ids.ts';
import type { KnownSecrets, Log } from '../core/ports/log.ts';
import type { MachineBoot } from '../core/ports/machine-boot.ts';
import type { Validator } from '../core/ports/validator.ts';
import { AjvValidator } from '../adapters/out/system/ajv-validator.ts';
import { machineBoot } from '../adapters/out/system/machine-boot.ts';
import { ProcessVitals } from '../adapters/out/system/process-vitals.ts';
import { systemClock } from '../adapters/out/system/system-clock.ts';
import { uuidIds } from '../adapters/out/system/uuid-ids.ts';
import { WinstonLog } from '../adapters/out/system/winston-log.ts';
import type { Settings } from './settings.ts';

/** Parts that exist once per process; a process may boot several engines, in sequence or side by side. */
export interface Platform {
  readonly clock: Clock;
  readonly ids: LastingIds;
  readonly log: Log;
  /** The values that the log masks; more are learned while the process runs. */
  readonly knownSecrets: KnownSecrets;
  readonly validator: Validator;
  readonly vitals: Vitals;
  readonly boot: MachineBoot;
  readonly version: string;
  /** The folder with the files of the page. */
  readonly pageDir: string;
  /** The program that copies and checks backups in a process of its own. */
  readonly backupProgram: URL;
  /** What the suite of the tool protocol calls beside our tools: a module of the tests, which a clone has. */
  readonly suite: URL;
}

/** `home` is the folder of the launcher, `src` or `dist`: both have the same layout. */
export function systemPlatform(
  { logLevel, secrets }: Pick<Settings, 'logLevel' | 'secrets'>,
  home: URL,
): Platform & { readonly log: WinstonLog } {
  const log = new WinstonLog({ level: logLevel, secrets });
  return {
    clock: systemClock,
    ids: uuidIds,
    log,
    knownSecrets: log,
    validator: new AjvValidator(),
    vitals: new ProcessVitals(),
    boot: machineBoot(),
    version: versionAt(home),
    pageDir: fileURLToPath(new URL('page/', home)),
    backupProgram: new URL(`backup-process${extname(import.meta.url)}`, home),
    suite: new URL('../tests/interop/served/all.ts', home),
  };
}

export function versionAt(home: URL): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', home), 'utf8')) as {
    readonly version: string;
  };
  return manifest.version;
}
