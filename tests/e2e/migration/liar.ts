import { MigrationLinks } from '../../../src/adapters/out/web/migration-links.ts';
import { HostAddresses } from '../../../src/adapters/out/web/host-addresses.ts';
import { migrationCrypto } from '../../../src/adapters/out/system/migration-crypto.ts';
import { nodeCrypto } from '../../../src/adapters/out/system/node-crypto.ts';
import { systemClock } from '../../../src/adapters/out/system/system-clock.ts';
import { tokenKey } from '../../../src/core/keeping/migration/session-keys.ts';
import { TargetSession } from '../../../src/core/keeping/migration/target-session.ts';

const crypto = { ...nodeCrypto, ...migrationCrypto };

export const links = new MigrationLinks({
  addresses: new HostAddresses({ clock: systemClock }),
  ownPorts: new Set(),
  userAgent: 'svc/test',
  clock: systemClock,
});

/** A session of someone who knows the token, for a manifest of any text. */
export async function sessionFor(url: string, token: string, manifest: string): Promise<TargetSession> {
  const manifestHash = nodeCrypto.sha256(new TextEncoder().encode(manifest));
  const key = tokenKey(token, migrationCrypto);
  return await TargetSession.begin(
    await links.to(url),
    { key, manifestHash },
    crypto,
    new AbortController().signal,
  );
}
