import ipaddr from 'ipaddr.js';
import type { Reach } from '../../../core/ports/addresses.ts';

const LOCAL: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/** Where clouds serve a machine its secrets, outside the link-local range. */
const METADATA: ReadonlySet<string> = new Set(['100.100.100.200', '168.63.129.16', 'fd00:ec2::254']);

/** The globally routed part of IPv6, except the ranges below that embed an IPv4 address. */
const GLOBAL: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * What an address leads to, in any notation. In IPv6 only global unicast is public, without addresses that embed an
 * IPv4 address (6to4, Teredo, ISATAP): a caller can request an IPv4 address directly. An invalid address is `never`.
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

/** The canonical spelling of an address, for comparison; mapped IPv4 becomes IPv4. */
export const spelled = (text: string): string =>
  ipaddr.isValid(text) ? ipaddr.process(text.replace(/%.*$/u, '')).toString() : text;

export const isLoopback = (text: string): boolean =>
  ipaddr.isValid(text) && ['loopback', 'unspecified'].includes(ipaddr.process(text).range());

/** Whether this is an address of this machine or of a private network, in any notation; false for a name. */
export const isPrivateAddress = (text: string): boolean =>
  reachOf(spelled(text)) === 'local' || isLoopback(text);
