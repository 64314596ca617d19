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
  return (await provenTo(url, token, manifest)).session;
}

/** The same, with what the session is called on the way. */
export async function provenTo(url: string, token: string, manifest: string) {
  const manifestHash = nodeCrypto.sha256(new TextEncoder().encode(manifest));
  const key = tokenKey(token, migrationCrypto);
  const link = await links.to(url);
  let sessionId = '';
  const ask: typeof link.ask = async (request, signal) => {
    const reply = await link.ask(request, signal);
    const { sessionId: given = sessionId } = JSON.parse(reply.text) as { readonly sessionId?: string };
    sessionId = given;
    return reply;
  };
  const { signal } = new AbortController();
  const session = await TargetSession.begin({ ...link, ask }, { key, manifestHash }, crypto, signal);
  return { session, sessionId };
}
