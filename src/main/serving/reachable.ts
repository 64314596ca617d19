import { networkInterfaces } from 'node:os';
import { reachOf } from '../../adapters/out/web/addresses.ts';
import type { Accepted } from '../../core/keeping/migration/model.ts';
import type { PortSettings } from '../http-settings.ts';
import { isLoopback } from './listen.ts';

const ANY: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/**
 * Where `svc migrate send` reaches the port of this engine over plain http: at addresses of private networks, and last at
 * `localhost`, for another engine on this machine.
 * @param place its host is what the port is opened for: an address, a name, or all addresses of this machine
 */
export function reachableAt(
  { host, certificate }: Pick<PortSettings, 'host' | 'certificate'>,
  ports: ReadonlySet<number>,
  interfaces = networkInterfaces(),
): Pick<Accepted, 'port' | 'isOpen' | 'addresses'> {
  const port = [...ports][0] ?? null;
  if (port === null) return { port, isOpen: false, addresses: [] };
  // Over https it is reached by the names of its certificate, which its owner knows.
  if (certificate !== null) return { port, isOpen: !isLoopback(host), addresses: [] };
  if (isLoopback(host)) return { port, isOpen: false, addresses: ['localhost'] };
  if (!ANY.has(host)) return { port, isOpen: true, addresses: [host].filter(isOfANetwork) };
  const own = Object.values(interfaces)
    .flatMap((list) => list ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
  return { port, isOpen: true, addresses: [...own.filter(isOfANetwork), 'localhost'] };
}

const isOfANetwork = (address: string): boolean => reachOf(address) === 'local';
