// The vendor on a loopback socket. The first segment of a path is the host that the client meant:
// `http://127.0.0.1:PORT/www.googleapis.com/drive/v3/files`.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startAccounts, type Account, type Accounts } from './accounts.ts';
import { startDocuments } from './documents.ts';
import { driveFiles, type DriveFiles } from './drive-files.ts';
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
import { driveAnswer, driveRefusal } from './refusals.ts';
import { startSheets } from './sheets.ts';
import { startUploads, type Uploads } from './uploads.ts';
import { Interrupted, Refused, type Answer, type Call } from './wire.ts';

/** A call as it went. */
export interface Logged {
  /** From 1, in the order of arrival: the `nth` of a fault without conditions. */
  readonly number: number;
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** What it changed, in words; empty for a call that only read. */
  readonly changed: readonly string[];
  /** Null while it is open, and after a connection that broke. */
  readonly status: number | null;
  readonly fault: FaultOptions['kind'] | null;
}

/** A file in the view of a test. */
export interface Leaf {
  readonly id: string;
  /** Names from the root on. */
  readonly path: string;
  readonly mimeType: string;
  readonly size: number | null;
  readonly md5: string | null;
  readonly trashed: boolean;
  readonly owner: string | null;
}

export interface FakeGoogle {
  /** The value of SVC_GOOGLE_BASE_URL; without a trailing slash. */
  readonly url: string;
  /** A `fetch` whose requests to hosts of the vendor come here. */
  readonly fetch: typeof fetch;
  readonly accounts: Accounts;
  readonly oauth: OAuth;
  readonly plant: Plants;
  readonly uploads: Pick<Uploads, 'sessions' | 'expire'>;
  /** The state itself, to look at and to change. */
  readonly drive: DriveTree;
  readonly calls: readonly Logged[];
  /** Everything that was deleted for good, oldest first. */
  readonly deletions: readonly Deletion[];
  /** Calls to which the fake has no route: 404 was answered. A test that ends with one has found a gap of the fake. */
  readonly unknown: readonly Logged[];
  /** Does something of the test at each call, before it is looked at: moves a clock, plants, waits. Null ends that. */
  onCall(what: ((call: Logged) => Promise<void> | void) | null): void;
  readonly search: Pick<DriveFiles, 'freezeSearch' | 'thawSearch'>;
  sharedDrive(name: string, members: readonly Account[]): SharedDrive;
  fault(options: FaultOptions): Fault;
  /** No call fails from now on, and what is held goes on. */
  liftFaults(): void;
  /** Files of this account's own Drive (with those of others in its folders), without its root, sorted by path. */
  tree(account: Account): readonly Leaf[];
  /** The kept bytes of a file. @throws Error for a file without any */
  bytes(fileId: string): Buffer;
  close(): Promise<void>;
}

export interface FakeGoogleOptions {
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
  const uploads = startUploads(tree, oauth, changes, now, keptBytes);
  const faults = startFaults();
  const calls: Logged[] = [];
  const unknown: Logged[] = [];
  let onCall: Parameters<FakeGoogle['onCall']>[0] = null;
  const drive = driveFiles(tree, oauth, changes, editors);
  const apis = [oauth.serve, drive.serve, uploads.serve, documents.serve, sheets.serve];

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
    const { pathname, searchParams: query } = new URL(rest, 'http://vendor.invalid');
    const changed: string[] = [];
    const log: { -readonly [Key in keyof Logged]: Logged[Key] } = {
      number: calls.length + 1,
      method: request.method ?? '',
      host,
      path: decodeURIComponent(pathname),
      query: Object.fromEntries(query),
      changed,
      status: null,
      fault: null,
    };
    calls.push(log);
    const struck = faults.strike(log);
    await onCall?.(log);
    log.fault = struck?.kind ?? null;
    const call: Call = {
      method: log.method,
      host,
      path: log.path,
      query,
      headers: request.headers,
      body: bodyOf(request, struck?.kind === 'reset' ? struck.afterBytes : Infinity),
      changed: (what) => changed.push(what),
    };
    if (!HOSTS.test(host)) throw new Error(`${request.url} names no host of the vendor`);
    if (struck?.kind === 'timeout') {
      await struck.released;
      throw new Interrupted('released');
    }
    if (struck?.kind === 'held') await struck.released;
    if (struck?.kind === 'reset' && !hasBody(request)) throw new Interrupted('reset');
    if (response.destroyed) throw new Interrupted('the client left');
    let answer = (struck && refusalOf(struck, call)) ?? (await carriedOut(call, log));
    if (struck?.kind === 'reset' || struck?.kind === 'lostReply') throw new Interrupted(struck.kind);
    if (struck?.kind === 'lateReply') await struck.released;
    if (struck?.kind === 'brokenJson') answer = broken(answer);
    log.status = answer.status;
    send(response, answer);
    request.resume();
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (error instanceof Interrupted) return void response.destroy();
      // A mistake in this fake or in a test: the client gets its text, so that the test shows it.
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (!response.headersSent) send(response, driveRefusal(500, 'fakeFailed', text).answer);
      request.resume();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
    uploads,
    drive: tree,
    calls,
    deletions: tree.deletions,
    unknown,
    onCall: (what) => {
      onCall = what;
    },
    search: drive,
    sharedDrive: tree.addDrive,
    fault: faults.add,
    liftFaults: () => {
      faults.lift();
      faults.releaseAll();
    },
    tree: (account) => leavesOf(tree, account),
    bytes: (fileId) => {
      const bytes = tree.files.get(fileId)?.content?.bytes;
      if (!bytes) throw new Error(`${fileId} has no kept bytes`);
      return bytes;
    },
    close: async () => {
      faults.releaseAll();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** @param limit the connection counts as broken when so many bytes have been read */
async function* bodyOf(request: IncomingMessage, limit: number): AsyncGenerator<Uint8Array> {
  let left = limit;
  try {
    for await (const piece of request) {
      const bytes = piece as Buffer;
      if (bytes.length >= left) {
        yield bytes.subarray(0, left);
        throw new Interrupted('reset');
      }
      left -= bytes.length;
      yield bytes;
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
  const text = JSON.stringify(
    body instanceof Uint8Array || body === undefined ? { kind: 'drive#file' } : body,
  );
  const half = Buffer.from(text.slice(0, Math.ceil(text.length / 2)));
  return { status: 200, headers: { 'content-type': 'application/json; charset=UTF-8' }, body: half };
};

function leavesOf(tree: DriveTree, account: Account): readonly Leaf[] {
  const isWithin = (file: DriveFile): boolean =>
    file.owner === account || file.parents.some((id) => isWithinId(id));
  const isWithinId = (id: string) => {
    const parent = tree.files.get(id);
    return parent ? isWithin(parent) : false;
  };
  return [...tree.files.values()]
    .filter((file) => file.id !== file.owner?.root && isWithin(file))
    .map((file) => ({
      id: file.id,
      path: tree.pathOf(file).replace(/^My Drive\//u, ''),
      mimeType: file.mimeType,
      size: file.content?.size ?? null,
      md5: file.content?.md5 ?? null,
      trashed: tree.isTrashed(file),
      owner: file.owner?.email ?? null,
    }))
    .sort((one, other) => (one.path < other.path ? -1 : Number(one.path > other.path)));
}
