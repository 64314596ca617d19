import { webLimits } from './limits.ts';
import { refuse } from './errors.ts';

/** An address whose text is acceptable for a request. */
export interface Target {
  readonly url: URL;
  /** The name, or the IP address without brackets; in lower case, without a trailing dot. */
  readonly host: string;
  readonly isAddress: boolean;
  readonly port: number;
}

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** https://fetch.spec.whatwg.org/#port-blocking: line-based protocols that could misread HTTP as their own. */
const NO_WEB = new Set(
  (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 ' +
    '123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 ' +
    '993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6379 6566 6665 6666 6667 6668 6669 6679 6697 10080 11211'
  )
    .split(' ')
    .map(Number),
);

/**
 * Parses a URL once, so that all checks decide about the same target.
 * @throws Refusal invalid_url, port_not_allowed
 */
export function targetOf(text: string, base?: URL): Target {
  // The parser silently drops tabs and line breaks, and treats a backslash as a slash.
  if (text.length > webLimits.urlChars || /[\p{Cc}\s\\]/u.test(text) || !text.isWellFormed())
    throw refuse.invalid_url();
  const url = parsed(text, base);
  if (url === null || !(url.protocol in PORTS) || url.username !== '' || url.password !== '')
    throw refuse.invalid_url();
  // A fragment and the zone of an IPv6 address have no meaning for other machines.
  url.hash = '';
  const dotless = url.hostname.replace(/\.$/u, '');
  if (dotless === '' || dotless.endsWith('.') || /%/u.test(dotless)) throw refuse.invalid_url();
  if (dotless !== url.hostname) url.hostname = dotless;
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  // The parser has normalized every form of IPv4 address to four numbers, or refused it.
  const isAddress = host !== url.hostname || /^\d+\.\d+\.\d+\.\d+$/u.test(host);
  // The parser lets pass what no registry gives out, such as quotation marks; in a question they would seem to be its own.
  if (!isAddress && !/^[\w.-]+$/u.test(host)) throw refuse.invalid_url();
  const port = url.port === '' ? (PORTS[url.protocol] ?? 0) : Number(url.port);
  if (NO_WEB.has(port)) throw refuse.port_not_allowed();
  return { url, host, isAddress, port };
}

function parsed(text: string, base: URL | undefined): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
