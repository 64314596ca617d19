import { say as sayOfSetup } from '../contract/setup-says.ts';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { LogLevel } from '../adapters/out/system/winston-log.ts';
import { quote } from '../core/kernel/quoted.ts';
import { UnusableSetup } from './unusable-setup.ts';

export type Environment = Record<string, string | undefined>;

/** What a port checks before it reads a request. */
export interface PortSettings {
  readonly port: number;
  readonly host: string;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** Addresses and CIDRs of the proxies whose `X-Forwarded-…` headers count. */
  readonly trustedProxies: readonly string[];
  /** In lower case: in which a trusted proxy says who asks; null: in none. */
  readonly proxyUserHeader: string | null;
  /** What it shows to whoever connects; null: it speaks plain HTTP. */
  readonly certificate: CertificateFiles | null;
}

/** Files in PEM. They may be replaced at any time. */
export interface CertificateFiles {
  /** The certificate, and those that it was signed by. */
  readonly cert: string;
  readonly key: string;
}

export interface HttpSettings extends PortSettings {
  readonly token: string | null;
}

/** The variables of an environment. An empty one counts as unset. */
export function variablesIn(env: Environment) {
  const get = (name: string): string | null => env[name]?.trim() || null;
  const list = (name: string): readonly string[] =>
    (get(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  return { get, list };
}

/** @throws UnusableSetup */
export const httpSettings = (env: Environment, token: string | null): HttpSettings => ({
  ...portSettings(env, 'SVC_HTTP', 3100),
  token,
});

/** What requests to any port are checked for. @throws UnusableSetup */
export function checkSettings(env: Environment): Omit<PortSettings, 'port' | 'host'> {
  const { list } = variablesIn(env);
  const publicUrl = publicUrlIn(env);
  const trustedProxies = list('SVC_TRUST_PROXY').map(addresses);
  return {
    allowedHosts: [...list('SVC_ALLOWED_HOSTS'), ...(publicUrl === null ? [] : [publicUrl.hostname])],
    allowedOrigins: [...list('SVC_ALLOWED_ORIGINS'), ...(publicUrl === null ? [] : [publicUrl.origin])],
    trustedProxies,
    proxyUserHeader: proxyUserHeader(env, trustedProxies),
    certificate: certificateFiles(env),
  };
}

function certificateFiles(env: Environment): CertificateFiles | null {
  const { get } = variablesIn(env);
  const cert = get('SVC_TLS_CERT');
  const key = get('SVC_TLS_KEY');
  if (cert !== null && key !== null) return { cert: resolve(cert), key: resolve(key) };
  if (cert === null && key === null) return null;
  throw new UnusableSetup(sayOfSetup('setup.tls_half'));
}

/** Where browsers reach this engine; null where it was not said. @throws UnusableSetup */
export function publicUrlIn(env: Environment): URL | null {
  const text = variablesIn(env).get('SVC_PUBLIC_URL');
  if (text === null) return null;
  const url = URL.parse(text);
  if (url !== null && /^https?:$/u.test(url.protocol) && url.href === `${url.origin}/`) return url;
  throw new UnusableSetup(sayOfSetup('setup.public_url'));
}

/** These say other things. */
const NO_USER = /^(authorization|cookie|host|origin|connection|content-.*|sec-.*|x-forwarded-.*)$/u;

/** @throws UnusableSetup for a header that anybody could send */
function proxyUserHeader(env: Environment, trustedProxies: readonly string[]): string | null {
  const name = variablesIn(env).get('SVC_PROXY_USER_HEADER')?.toLowerCase() ?? null;
  if (name === null) return null;
  if (!/^[a-z][a-z0-9-]{0,63}$/u.test(name) || NO_USER.test(name))
    throw new UnusableSetup(sayOfSetup('setup.proxy_header', { name: quote(name) }));
  if (trustedProxies.length > 0) return name;
  throw new UnusableSetup(sayOfSetup('setup.proxy_trust'));
}

/** Of the port with these variables: `<name>_PORT` and `<name>_HOST`. @throws UnusableSetup */
export function portSettings(env: Environment, name: string, usual: number): PortSettings {
  const { get } = variablesIn(env);
  return {
    ...checkSettings(env),
    port: port(`${name}_PORT`, get(`${name}_PORT`) ?? String(usual)),
    host: get(`${name}_HOST`) ?? '127.0.0.1',
  };
}

export function port(name: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 0 && number <= 65_535) return number;
  throw new UnusableSetup(sayOfSetup('setup.port', { name, text: quote(text) }));
}

/** An IP address, or one with the length of its prefix. */
function addresses(text: string): string {
  const [address = '', bits, ...more] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (
    more.length === 0 &&
    most > 0 &&
    (bits === undefined || (/^\d{1,3}$/u.test(bits) && Number(bits) <= most))
  )
    return text;
  throw new UnusableSetup(sayOfSetup('setup.proxies', { text: quote(text) }));
}

/** @throws UnusableSetup */
export function logLevel(text: string | null): LogLevel {
  const level = text?.toLowerCase() ?? 'info';
  if (level === 'error' || level === 'warn' || level === 'info' || level === 'debug') return level;
  throw new UnusableSetup(sayOfSetup('setup.log_level', { text: quote(text ?? '') }));
}
