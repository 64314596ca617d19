import { Agent, type buildConnector } from 'undici';
import { aborted, firstOf } from '../../../core/kernel/abort.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import { refuse } from '../../../core/keeping/migration/errors.ts';
import type {
  TargetLink,
  TargetLinks,
  TargetReply,
  TargetRequest,
} from '../../../core/keeping/migration/port.ts';
import type { Addresses } from '../../../core/ports/addresses.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import { webLimits } from '../../../core/outside/web/limits.ts';
import { targetOf, type Target } from '../../../core/outside/web/target.ts';
import { connectorTo } from './pinned-connector.ts';
import { say } from '../../../core/keeping/migration/says.ts';
import { quote } from '../../../core/kernel/quoted.ts';
import type { Says } from '../../../core/kernel/says.ts';

export interface MigrationLinksDeps {
  readonly addresses: Addresses;
  /** The ports on which this engine listens now. */
  readonly ownPorts: ReadonlySet<number>;
  readonly userAgent: string;
  readonly clock: Clock;
}

/** More than any answer has. */
const ANSWER_BYTES = 2 ** 20;
const CONNECT_MS = 10_000;

/** The way to another engine, at an address that the owner typed. See the port. */
export class MigrationLinks implements TargetLinks {
  readonly #deps: MigrationLinksDeps;

  constructor(deps: MigrationLinksDeps) {
    this.#deps = deps;
  }

  async to(url: string): Promise<TargetLink> {
    const target = targetIn(url.trim());
    await judged(target, this.#deps);
    return linkTo(target, this.#deps);
  }
}

/** @throws Refusal migration_url */
function targetIn(url: string): Target {
  try {
    const target = targetOf(/^[a-z]+:\/\//iu.test(url) ? url : `https://${url}`);
    if (target.url.pathname !== '/' || target.url.search !== '')
      throw refuse.migration_url({}, say('migration.address_alone'));
    return target;
  } catch (error) {
    if (isRefusal(error) && error.code === 'migration_url') throw error;
    throw refuse.migration_url({}, undefined, error);
  }
}

/** The addresses to connect to. @throws Refusal migration_address, migration_target_away */
async function judged(
  target: Target,
  { addresses, ownPorts }: MigrationLinksDeps,
): Promise<readonly string[]> {
  const { url, host, port, isAddress } = target;
  const found = await addresses.of(host);
  if (found.length === 0)
    throw refuse.migration_target_away({}, say('migration.no_host', { host: quote(host) }));
  if (ownPorts.has(port) && found.some(({ isOwn }) => isOwn))
    throw refuse.migration_address({}, say('migration.own_address'));
  // One bad address is enough: the next lookup might return it alone.
  if (found.some(({ reach }) => reach === 'never'))
    throw refuse.migration_address({}, say('migration.never', { host: quote(host) }));
  const isTyped = isAddress || host === 'localhost';
  if (url.protocol === 'http:' && !(isTyped && found.every(({ reach }) => reach === 'local')))
    throw refuse.migration_address({}, say('migration.plain_http'));
  return found.slice(0, webLimits.addressesTried).map(({ address }) => address);
}

function linkTo(target: Target, deps: MigrationLinksDeps): TargetLink {
  const { origin } = target.url;
  const agent = new Agent({
    // Judged for every connection.
    connect: (options, done) => void connectorFor(target, deps).then((connect) => connect(options, done)),
    allowH2: false,
    maxHeaderSize: webLimits.headerBytes,
    // Callers bound the time.
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 1,
    connections: 2,
  });
  return {
    origin,
    ask: (request, signal) => exchange(agent, origin, request, signal, deps),
    close: () => void agent.destroy().catch(() => undefined),
  };
}

/** Never rejects: a connector tells its errors itself. */
async function connectorFor(target: Target, deps: MigrationLinksDeps): Promise<buildConnector.connector> {
  try {
    const pinned = await judged(target, deps);
    const connect = connectorTo(pinned, CONNECT_MS);
    return (options, done) =>
      connect(target.isAddress ? { ...options, hostname: pinned[0] ?? '' } : options, done);
  } catch (error) {
    return (_options, done) => done(error as Error, null);
  }
}

async function exchange(
  agent: Agent,
  origin: string,
  { method, path, headers = {}, body, ms }: TargetRequest,
  signal: AbortSignal,
  { clock, userAgent }: MigrationLinksDeps,
): Promise<TargetReply> {
  const deadline = clock.deadline(ms);
  const stop = firstOf(signal, deadline.signal);
  const stopped = aborted(stop.signal).then(() => {
    throw new Error('no answer in time');
  });
  const asking = ask();
  for (const each of [asking, stopped]) each.catch(() => undefined);
  try {
    return await Promise.race([asking, stopped]);
  } catch (error) {
    signal.throwIfAborted();
    const refused = refusalIn(error);
    throw refused ?? refuse.migration_target_away({}, whyAway(origin, error), error);
  } finally {
    stop.release();
    deadline.cancel();
  }

  async function ask(): Promise<TargetReply> {
    const answer = await agent.request({
      origin,
      path,
      method,
      headers: { ...headers, 'user-agent': userAgent, 'accept-encoding': 'identity' },
      ...(body === undefined ? {} : { body }),
      signal: stop.signal,
    });
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of answer.body as AsyncIterable<Uint8Array>) {
      length += piece.length;
      if (length > ANSWER_BYTES) throw new Error('the answer is too long');
      pieces.push(piece);
    }
    return { status: answer.statusCode, text: Buffer.concat(pieces).toString('utf8') };
  }
}

function whyAway(at: string, error: unknown): Says {
  const why = codeIn(error);
  if (why !== null && NO_HTTPS.test(why)) return say('migration.no_https', { at });
  if (why !== null && UNTRUSTED.test(why)) return say('migration.untrusted', { at, why });
  return why !== null && WHILE_TALKING.has(why)
    ? say('migration.lost', { at, why })
    : say('migration.no_answer', { at, why });
}

/** The code of the system is in what wraps it, or in what it wraps. */
function codeIn(error: unknown): string | null {
  let found = error;
  for (let depth = 0; depth < 5 && typeof found === 'object' && found !== null; depth++) {
    const { code, cause, errors } = found as {
      readonly code?: unknown;
      readonly cause?: unknown;
      readonly errors?: readonly unknown[];
    };
    if (typeof code === 'string') return code;
    found = cause ?? errors?.[0];
  }
  return null;
}

/** As OpenSSL names what is no answer in TLS. */
const NO_HTTPS = /^(?:ERR_SSL_|EPROTO$)/u;
/** As OpenSSL and Node name what is wrong with a certificate. */
const UNTRUSTED = /CERT|SIGNATURE|^(?:INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)$/u;
const WHILE_TALKING: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Errors of connections wrap the one that a connector gave. */
function refusalIn(error: unknown): Error | null {
  let found = error;
  for (let depth = 0; depth < 5 && typeof found === 'object' && found !== null; depth++) {
    if (isRefusal(found)) return found;
    found = (found as { cause?: unknown }).cause;
  }
  return null;
}
