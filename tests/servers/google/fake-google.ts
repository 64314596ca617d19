// The vendor on a loopback socket. The first segment of a path is the host that the client meant:
// `http://127.0.0.1:PORT/www.googleapis.com/drive/v3/files`.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { startAccounts, type Account, type Accounts } from './accounts.ts';
import { startDocuments } from './documents.ts';
import { driveFiles } from './drive-files.ts';
import {
  startDriveTree,
  type Deletion,
  type DriveFile,
  type DriveTree,
  type SharedDrive,
} from './drive-tree.ts';
import { startFaults, refusalOf, type Fault, type FaultOptions } from './faults.ts';
import { startFileChanges } from './file-changes.ts';
import { startOAuth, type OAuth } from './oauth.ts';
import { plantsOf, type Plants } from './plants.ts';
import { driveAnswer } from './refusals.ts';
import { startSheets } from './sheets.ts';
import { startUploads } from './uploads.ts';
import { Interrupted, Refused, type Answer, type Call } from './wire.ts';
import { listening } from '../listening.ts';

/** A call as it went. */
export interface Logged {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly hasChanged: boolean;
}

/** A file in the view of a test. */
interface Leaf {
  readonly id: string;
  /** Names from the root on. */
  readonly path: string;
  readonly size: number | null;
}

export interface FakeGoogle {
  /** The value of SVC_GOOGLE_BASE_URL; without a trailing slash. */
  readonly url: string;
  /** A `fetch` whose requests to hosts of the vendor come here. */
  readonly fetch: typeof fetch;
  readonly accounts: Accounts;
  readonly oauth: OAuth;
  readonly plant: Plants;
  /** The state itself, to look at and to change. */
  readonly drive: DriveTree;
  readonly calls: readonly Logged[];
  /** Everything that was deleted for good, oldest first. */
  readonly deletions: readonly Deletion[];
  /** Calls to which the fake has no route: 404 was answered. A test that ends with one has found a gap of the fake. */
  readonly unknown: readonly Logged[];
  sharedDrive(members: readonly Account[]): SharedDrive;
  fault(options: FaultOptions): Fault;
  /** No call fails from now on, and what is held goes on. */
  liftFaults(): void;
  /** Files of this account's own Drive (with those of others in its folders), without its root, sorted by path. */
  tree(account: Account): readonly Leaf[];
  /** The kept bytes of a file. @throws Error for a file without any */
  bytes(fileId: string): Buffer;
  close(): Promise<void>;
}

interface FakeGoogleOptions {
  /** Milliseconds. Give the clock of the engine under test, so that tokens expire by it. */
  readonly now?: () => number;
  /** Bytes up to which an uploaded content is kept and can be downloaded again. Default 8 MiB. */
  readonly keptBytes?: number;
}

const HOSTS = /^(?:[a-z0-9-]+\.)*(?:googleapis\.com|google\.com)$/u;

/**
 * Starts it on a free port.
 *
 *     const google = await startFakeGoogle({ now: () => clock.now() });
 *     const owner = google.accounts.account('zoe@example.com');
 *     const client = google.accounts.client({ kind: 'device' });
 *     // … the engine under test gets google.url, client.id and client.secret, and begins a login …
 *     google.oauth.allow(google.oauth.userCodes.at(-1) ?? '', owner);
 *     google.fault({ kind: 'lostReply', method: 'POST', path: '/drive/v3/files' });
 *     expect(google.tree(owner)).toMatchObject([{ path: 'svc-backups' }]);
 *     await google.close();
 */
export async function startFakeGoogle({
  now = Date.now,
  keptBytes,
}: FakeGoogleOptions = {}): Promise<FakeGoogle> {
  const accounts = startAccounts();
  const oauth = startOAuth(accounts, now);
  const tree = startDriveTree(now);
  const documents = startDocuments(tree, oauth, now);
  const sheets = startSheets(tree, oauth, now);
  const editors = [documents, sheets];
  const changes = startFileChanges(tree, editors, now);
  const faults = startFaults();
  const calls: Logged[] = [];
  const unknown: Logged[] = [];
  const apis = [
    oauth.serve,
    driveFiles(tree, oauth, changes, editors),
    startUploads(tree, oauth, changes, keptBytes),
    documents.serve,
    sheets.serve,
  ];

  async function carriedOut(call: Call, log: Logged): Promise<Answer> {
    try {
      for (const api of apis) {
        const answer = await api(call);
        if (answer) return answer;
      }
    } catch (error) {
      if (error instanceof Refused) return error.answer;
      throw error;
    }
    unknown.push(log);
    return driveAnswer(404, 'notFound', `This fake has no ${call.method} ${call.host}${call.path}.`);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, host = '', rest = '/'] = /^\/([^/?]+)(.*)$/su.exec(request.url ?? '') ?? [];
    if (!HOSTS.test(host)) throw new Error(`${request.url} names no host of the vendor`);
    const { pathname, searchParams: query } = new URL(rest, 'http://vendor.invalid');
    const log: { -readonly [Key in keyof Logged]: Logged[Key] } = {
      method: request.method ?? '',
      host,
      path: decodeURIComponent(pathname),
      query: Object.fromEntries(query),
      hasChanged: false,
    };
    calls.push(log);
    const struck = faults.strike({ ...log, query });
    const call: Call = {
      method: log.method,
      host,
      path: log.path,
      query,
      headers: request.headers,
      body: bodyOf(request, struck?.kind === 'reset'),
      changes: () => (log.hasChanged = true),
    };
    if (struck?.kind === 'timeout') {
      await struck.released;
      throw new Interrupted('released');
    }
    if (struck?.kind === 'held') await struck.released;
    if (struck?.kind === 'reset' && !hasBody(request)) throw new Interrupted('reset');
    if (response.destroyed) throw new Interrupted('the client left');
    let answer = (struck && refusalOf(struck, call)) ?? (await carriedOut(call, log));
    if (struck?.kind === 'lostReply') throw new Interrupted(struck.kind);
    if (struck?.kind === 'lateReply') await struck.released;
    if (struck?.kind === 'brokenJson') answer = broken(answer);
    send(response, answer);
    request.resume();
  }

  const handle: RequestListener = (request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (error instanceof Interrupted) return void response.destroy();
      // A mistake in this fake or in a test: the client gets its text, so that the test shows it.
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (!response.headersSent) send(response, driveAnswer(500, 'fakeFailed', text));
      request.resume();
    });
  };
  const { url, close } = await listening(handle, { ending: () => faults.lift() });
  const network = globalThis.fetch;
  return {
    url,
    fetch: (input, init) => {
      const asked = new URL(input instanceof Request ? input.url : input);
      const target = HOSTS.test(asked.hostname)
        ? `${url}/${asked.host}${asked.pathname}${asked.search}`
        : asked;
      return network(input instanceof Request ? new Request(target, input) : target, init);
    },
    accounts,
    oauth,
    plant: plantsOf(tree, editors, accounts.all),
    drive: tree,
    calls,
    deletions: tree.deletions,
    unknown,
    sharedDrive: tree.addDrive,
    fault: faults.add,
    liftFaults: faults.lift,
    tree: (account) => leavesOf(tree, account),
    bytes: (fileId) => {
      const bytes = tree.files.get(fileId)?.content?.bytes;
      if (!bytes) throw new Error(`${fileId} has no kept bytes`);
      return bytes;
    },
    close,
  };
}

/** With `isReset` the connection counts as broken once something of the body has been read. */
async function* bodyOf(request: IncomingMessage, isReset: boolean): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of request) {
      if (isReset) throw new Interrupted('reset');
      yield piece as Buffer;
    }
  } catch (error) {
    throw error instanceof Interrupted ? error : new Interrupted('the client left', { cause: error });
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  Number(headers['content-length'] ?? '0') > 0 || headers['transfer-encoding'] !== undefined;

function send(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  const bytes = body === undefined || body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
  const type = bytes === body ? {} : { 'content-type': 'application/json; charset=UTF-8' };
  response.writeHead(status, {
    ...type,
    ...headers,
    ...(status === 204 ? {} : { 'content-length': bytes?.length ?? 0 }),
  });
  response.end(bytes);
}

const broken = ({ body }: Answer): Answer => {
  const text = JSON.stringify(body instanceof Uint8Array || body === undefined ? { id: 'x' } : body);
  const half = Buffer.from(text.slice(0, Math.ceil(text.length / 2)));
  return { status: 200, headers: { 'content-type': 'application/json; charset=UTF-8' }, body: half };
};

function leavesOf(tree: DriveTree, account: Account): readonly Leaf[] {
  const isWithin = (file: DriveFile): boolean =>
    file.owner === account ||
    file.parents.some((id) => {
      const parent = tree.files.get(id);
      return parent !== undefined && isWithin(parent);
    });
  return [...tree.files.values()]
    .filter((file) => file.id !== file.owner?.root && isWithin(file))
    .map((file) => ({
      id: file.id,
      path: tree.pathOf(file).replace(/^My Drive\//u, ''),
      size: file.content?.size ?? null,
    }))
    .sort((one, other) => (one.path < other.path ? -1 : Number(one.path > other.path)));
}
