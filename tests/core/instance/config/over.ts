import { inEnglish } from '../../../../src/contract/words/english.ts';
import { AjvValidator } from '../../../../src/adapters/out/system/ajv-validator.ts';
import { ConfigService } from '../../../../src/core/instance/config/service.ts';
import { ManualClock } from '../../../doubles/manual-clock.ts';
import { MemoryConfigFiles } from '../../../doubles/memory-config-files.ts';
import { RecordingLog } from '../../../doubles/recording-log.ts';

export interface Given {
  /** A value is written as JSON, a text unchanged. */
  readonly user?: unknown;
  readonly project?: unknown;
  readonly environment?: Readonly<Record<string, string>>;
  /** False: the files have not been read yet. */
  readonly isLoaded?: boolean;
}

const validator = new AjvValidator();

/** The service over files in memory, loaded. */
export async function configOver({ user, project, environment = {}, isLoaded = true }: Given = {}) {
  const files = new MemoryConfigFiles();
  if (user !== undefined) files.put('user', user);
  if (project !== undefined) files.put('project', project);
  const log = new RecordingLog();
  const clock = new ManualClock();
  const learned: string[] = [];
  const knownSecrets = {
    learn: (values: readonly string[]) => void learned.push(...values),
    values: () => learned,
    unmistakable: () => learned,
  };
  const config = new ConfigService({
    files,
    environment,
    validator,
    knownSecrets,
    clock,
    words: { inEnglish },
    log,
  });
  if (isLoaded) await config.load();
  return { config, files, log, clock, learned };
}

/** The error of a refused call. */
export async function refusalOf(call: Promise<unknown>) {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if ((error as { name?: unknown } | undefined)?.name !== 'Refusal')
    throw new Error('was not refused', { cause: error });
  return error as {
    readonly code: string;
    readonly message: string;
    readonly facts: Record<string, unknown>;
  };
}
