import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';

/** All addresses of a name; none when there is no such name. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** As the system resolves it: what programs on this machine would get. */
export const systemResolve: Resolve = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);

/** The addresses that this machine has itself. */
export const ownAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
