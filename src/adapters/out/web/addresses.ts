import ipaddr from 'ipaddr.js';

/** `local` may be allowed by the operator; `never` cannot be allowed. */
export type Reach = 'public' | 'local' | 'never';

const LOCAL: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/** Where clouds tell a machine its own secrets, outside of the link-local range. */
const METADATA: ReadonlySet<string> = new Set(['100.100.100.200', '168.63.129.16', 'fd00:ec2::254']);

/** The only part of IPv6 that is routed between strangers; it leaves out all that embeds an IPv4 address below it. */
const GLOBAL: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * What lies behind an address, whatever form it came in. Of IPv6 only the global unicast part is
 * public, and in it nothing that carries an IPv4 address (6to4, Teredo, ISATAP): an IPv4 address can be asked for as such. What
 * is no address is `never`.
 */
export function reachOf(text: string): Reach {
  if (!ipaddr.isValid(text)) return 'never';
  const address = ipaddr.parse(text);
  if (METADATA.has(address.toString())) return 'never';
  const range = address.range();
  if (LOCAL.has(range)) return 'local';
  if (range !== 'unicast') return 'never';
  if (address instanceof ipaddr.IPv4) return 'public';
  return address.match(GLOBAL) && !isIsatap(address.parts) ? 'public' : 'never';
}

const isIsatap = (parts: readonly number[]): boolean =>
  ((parts[4] ?? 0) & ~0x0200) === 0 && parts[5] === 0x5efe;

/** One spelling for each address, to compare by; mapped IPv4 is IPv4. */
export const spelled = (text: string): string =>
  ipaddr.isValid(text) ? ipaddr.process(text.replace(/%.*$/u, '')).toString() : text;

export const isLoopback = (text: string): boolean =>
  ipaddr.isValid(text) && ['loopback', 'unspecified'].includes(ipaddr.process(text).range());

/** Whether an address is of this machine or of a private network, whatever form it came in. A name is neither. */
export const isPrivateAddress = (text: string): boolean =>
  reachOf(spelled(text)) === 'local' || isLoopback(text);
