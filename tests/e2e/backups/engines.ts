// Engines over restarts, stopped after the test that started them.
import { afterEach } from '@jest/globals';
import {
  startRestartable,
  type RestartableEngine,
  type RestartableOptions,
} from '../../harness/restartable-engine.ts';

const engines = new Set<RestartableEngine>();
afterEach(async () => {
  for (const engine of engines) await stopped(engine);
});

export async function started(options: RestartableOptions = {}): Promise<RestartableEngine> {
  const engine = await startRestartable(options);
  engines.add(engine);
  return engine;
}

/** Stops it before the end of its test. */
export async function stopped(engine: RestartableEngine): Promise<void> {
  engines.delete(engine);
  await engine.stop();
}
