import type { SpawnedEngine } from '../harness/spawned-engine.ts';
import type { Lab } from './figure.ts';

export function stoppedAtEnd(lab: Lab, engine: SpawnedEngine): SpawnedEngine {
  lab.atEnd(async () => {
    engine.process.kill('SIGTERM');
    await engine.finished;
  });
  return engine;
}
