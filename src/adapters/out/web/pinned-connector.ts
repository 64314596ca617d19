import { isIP } from 'node:net';
import { buildConnector } from 'undici';

/** Connects to these addresses, which were judged, and to no other. Host and SNI keep the name. */
export function connectorTo(addresses: readonly string[], timeoutMs: number): buildConnector.connector {
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  return buildConnector({
    // Newer runtimes ask for all addresses, older ones for one.
    lookup: (_name: string, { all }: { readonly all?: boolean }, done: (...given: unknown[]) => void) => {
      if (all) done(null, pinned);
      else done(null, pinned[0]?.address, pinned[0]?.family);
    },
    allowH2: false,
    timeout: timeoutMs,
    // The last piece of a body would wait for the acknowledgement of the one before, which its receiver delays.
    noDelay: true,
  } as buildConnector.BuildOptions);
}
