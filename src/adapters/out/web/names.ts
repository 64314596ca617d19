import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';

/** All addresses of a name; none if it does not exist. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** Uses the resolver of the system, like other programs on this machine. */
export const systemResolve: Resolve = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);

/** The addresses of this machine. */
export const ownAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
