import { isIP } from 'node:net';
import { aborted } from '../../../core/kernel/abort.ts';
import type { Addresses, HostAddress } from '../../../core/ports/addresses.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import { webLimits } from '../../../core/outside/web/limits.ts';
import { isLoopback, reachOf, spelled } from './addresses.ts';
import { ownAddresses, systemResolve, type Resolve } from './names.ts';

export interface HostAddressesDeps {
  readonly clock: Clock;
  readonly resolve?: Resolve;
}

/** See the port. */
export class HostAddresses implements Addresses {
  readonly #deps: HostAddressesDeps;

  constructor(deps: HostAddressesDeps) {
    this.#deps = deps;
  }

  async of(host: string): Promise<readonly HostAddress[]> {
    const found = isIP(host) === 0 ? await this.#resolved(host) : [host];
    const own = new Set(ownAddresses().map(spelled));
    return found.map((address) => ({
      address,
      reach: reachOf(address),
      // A machine answers at all of its addresses.
      isOwn: isLoopback(address) || own.has(spelled(address)),
    }));
  }

  async #resolved(name: string): Promise<readonly string[]> {
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    const { resolve = systemResolve, clock } = this.#deps;
    const deadline = clock.deadline(webLimits.resolveMs);
    try {
      return await Promise.race([resolve(name).catch(() => []), aborted(deadline.signal).then(() => [])]);
    } finally {
      deadline.cancel();
    }
  }
}
