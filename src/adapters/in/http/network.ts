import { isIPv6 } from 'node:net';

/** A client with one address of version 6 usually has all of its /64. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:(?<v4>[\d.]+)$/iu.exec(ip)?.groups?.['v4'];
  if (mapped !== undefined) return mapped;
  const [before = [], after = []] = ip.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16)).join(':');
}
