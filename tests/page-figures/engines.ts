import type { SpawnedEngine } from '../harness/spawned-engine.ts';
import { exited } from '../harness/spawned-engine.ts';
import type { Lab } from './figure.ts';

export function stoppedAtEnd(lab: Lab, engine: SpawnedEngine): SpawnedEngine {
  lab.atEnd(async () => {
    await exited(engine);
  });
  return engine;
}
