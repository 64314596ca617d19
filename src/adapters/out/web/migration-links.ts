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
      throw refuse.migration_url({}, 'Give the address of the engine alone, without a path behind it.');
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
    throw refuse.migration_target_away({}, `No address is known for the host ${JSON.stringify(host)}.`);
  if (ownPorts.has(port) && found.some(({ isOwn }) => isOwn))
    throw refuse.migration_address({}, 'This is an address of this engine itself.');
  // One bad address is enough: the next lookup might return it alone.
  if (found.some(({ reach }) => reach === 'never'))
    throw refuse.migration_address(
      {},
      `The host ${JSON.stringify(host)} leads to an address that is never connected to, like those where clouds keep the secrets of a machine.`,
    );
  const isTyped = isAddress || host === 'localhost';
  if (url.protocol === 'http:' && !(isTyped && found.every(({ reach }) => reach === 'local')))
    throw refuse.migration_address(
      {},
      'Plain http goes only to an address in your own network that you type as numbers, like http://192.168.1.20:3100. Everywhere else use https.',
    );
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

function whyAway(origin: string, error: unknown): string {
  const code = codeIn(error);
  if (code === null) return `Nothing answers at ${origin}.`;
  return `${WHILE_TALKING.has(code) ? `The connection to ${origin} was lost` : `Nothing answers at ${origin}`}: ${REASONS[code] ?? code}.`;
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

const WHILE_TALKING: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no program listens there',
  EHOSTUNREACH: 'no way leads to that machine',
  ENETUNREACH: 'no way leads to that network',
  ETIMEDOUT: 'that machine did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'that machine did not answer in time',
  ECONNRESET: 'the other side ended it',
  EPIPE: 'the other side ended it',
  UND_ERR_SOCKET: 'the other side ended it',
};

/** Errors of connections wrap the one that a connector gave. */
function refusalIn(error: unknown): Error | null {
  let found = error;
  for (let depth = 0; depth < 5 && typeof found === 'object' && found !== null; depth++) {
    if (isRefusal(found)) return found;
    found = (found as { cause?: unknown }).cause;
  }
  return null;
}
