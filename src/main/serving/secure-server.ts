import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { createSecureContext } from 'node:tls';
import type { MakesServer } from '../../adapters/in/http/server.ts';
import { httpLimits } from '../../contract/http/limits.ts';
import { say as sayOfSetup } from '../../contract/setup-says.ts';
import { quote } from '../../core/kernel/quoted.ts';
import type { CertificateFiles } from '../http-settings.ts';
import type { Platform } from '../platform.ts';
import { UnusableSetup } from '../unusable-setup.ts';

/** Between two looks at the files: programs that renew certificates replace them weeks before they end. */
const LOOK_MS = 60_000;
const VERSION = { minVersion: 'TLSv1.2' } as const;

/** PEM texts. */
interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/**
 * Makes servers of HTTPS that show the certificate in these files, read anew whenever they change until `close`; connections
 * that are open go on with the one that they began with. Where what is there cannot be used, as between the writes of the
 * two files, the one before stays, and the log says so.
 * @throws UnusableSetup if it cannot be used now
 */
export function secureServers(
  files: CertificateFiles,
  platform: Pick<Platform, 'clock' | 'log'>,
): { readonly make: MakesServer; close(): void } {
  const end = new AbortController();
  const servers: Server[] = [];
  let pair: KeyPair;
  try {
    pair = usable(files);
    about(pair, platform);
  } catch (error) {
    const why = [sayOfSetup('setup.system', { message: quote((error as Error).message) })];
    throw new UnusableSetup(sayOfSetup('setup.tls', { ...files, why }), error);
  }
  void onRenewal(files, platform, end.signal, (next) => {
    pair = next;
    for (const server of servers) server.setSecureContext({ ...next, ...VERSION });
  });
  return {
    make: (options, listener) => {
      const secure = { ...pair, ...VERSION, handshakeTimeout: httpLimits.headersMs };
      const server = createServer({ ...options, ...secure }, listener);
      servers.push(server);
      return server;
    },
    close: () => end.abort(),
  };
}

async function onRenewal(
  files: CertificateFiles,
  platform: Pick<Platform, 'clock' | 'log'>,
  end: AbortSignal,
  use: (next: KeyPair) => void,
): Promise<void> {
  for (let seen = stamp(files); ;) {
    await platform.clock.sleep(LOOK_MS, end);
    if (end.aborted) return;
    const now = stamp(files);
    if (now === seen) continue;
    seen = now;
    try {
      const next = usable(files);
      use(next);
      about(next, platform);
    } catch (error) {
      const { message } = error as Error;
      platform.log.warn('a new certificate cannot be used, and the one before stays', { ...files, message });
    }
  }
}

/** @throws if a file cannot be read or is no PEM, or they do not belong to each other */
function usable({ cert, key }: CertificateFiles): KeyPair {
  const pair = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  if (!new X509Certificate(pair.cert).checkPrivateKey(createPrivateKey(pair.key)))
    throw new Error('the key is not that of the certificate');
  createSecureContext(pair);
  return pair;
}

function about({ cert }: KeyPair, { clock, log }: Pick<Platform, 'clock' | 'log'>): void {
  const { subjectAltName = '', validTo } = new X509Certificate(cert);
  const until = Date.parse(validTo);
  const facts = { names: subjectAltName, until: new Date(until).toISOString() };
  if (until <= clock.now()) log.warn('the certificate is no longer valid', facts);
  else log.info('the certificate is in use', facts);
}

/** Another text once either file was replaced or written to. */
const stamp = ({ cert, key }: CertificateFiles): string =>
  [cert, key]
    .map((file) => {
      const { ino = 0, size = 0, mtimeMs = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
      return `${ino} ${size} ${mtimeMs}`;
    })
    .join();
