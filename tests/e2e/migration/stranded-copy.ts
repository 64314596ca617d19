import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../../../src/core/keeping/backups/model.ts';
import type { RestartableEngine } from '../../harness/restartable-engine.ts';
import { accepting, moved } from './moving.ts';
import { NOT_EMPTY, relayTo } from './relay.ts';

/** The manifest of a copy that was made and never arrived, and the token that it was made for. */
export async function strandedCopy(source: RestartableEngine, target: RestartableEngine) {
  const relay = await relayTo(target.baseUrl);
  relay.mischief = async (passing, forward) =>
    passing.path.endsWith('manifest') ? NOT_EMPTY : await forward();
  const migrationToken = await accepting(target);
  await moved(source, { targetUrl: relay.url, migrationToken });
  await relay.close();
  const file = join(source.dataDir, 'migration-outgoing/copy.json');
  const copy = JSON.parse(readFileSync(file, 'utf8')) as { manifest: string };
  const manifest = JSON.parse(copy.manifest) as Manifest;
  const rewrite = (lie: Manifest) =>
    writeFileSync(file, JSON.stringify({ ...copy, manifest: JSON.stringify(lie) }));
  return { migrationToken, manifest, rewrite };
}
