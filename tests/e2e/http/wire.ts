import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterwards } from '../../harness/afterwards.ts';

/** The answer as it was on the wire. */
export interface Reply {
  readonly status: number;
  /** Lower-case names in order; a header sent twice is listed twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The value of the only header of this name; null when there is none. */
  header(name: string): string | null;
  json(): unknown;
}

export interface Asked {
  readonly method?: string;
  readonly target?: string;
  readonly version?: string;
  /** Replaces `Host: localhost:<port>` by other hosts, or by none. */
  readonly hosts?: readonly string[];
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Sent with its `Content-Length` and as JSON, unless `headers` says otherwise. */
  readonly body?: string | Uint8Array;
  /** Its answer is a stream without an end: of a success, `ask` reads no more than the head. */
  readonly endless?: boolean;
  /** Reads nothing before everything is sent. */
  readonly sendsFirst?: boolean;
}

/** The longest wait; a hanging test then fails with a sentence. */
const PATIENCE_MS = 30_000;

export async function within<T>(what: string, promise: Promise<T>, ms = PATIENCE_MS): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`waited ${ms} ms for ${what}`)), ms);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits, tick by tick, until `holds` returns true. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  ms = PATIENCE_MS,
): Promise<void> {
  const from = performance.now();
  while (!(await holds())) {
    if (performance.now() - from > ms) throw new Error(`waited ${ms} ms until ${what}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A socket to the engine that sends any bytes and parses the answers as HTTP. */
export class Wire {
  readonly socket: Socket;
  /** Resolves when either side has closed it. */
  readonly closed: Promise<unknown>;
  /** What arrived, in pieces: joining them at each arrival would copy a large answer over and over. */
  #pieces: Buffer[] = [];
  #bytes = 0;
  #ended = false;
  #failure: NodeJS.ErrnoException | null = null;
  #arrived = Promise.withResolvers<void>();

  private constructor(socket: Socket) {
    this.socket = socket;
    this.closed = once(socket, 'close').catch(() => undefined);
    socket.on('data', (bytes: Buffer) => {
      this.#pieces.push(bytes);
      this.#bytes += bytes.length;
      this.#wake();
    });
    socket.on('error', (error) => (this.#failure = error));
    for (const over of ['end', 'close'])
      socket.on(over, () => {
        this.#ended = true;
        this.#wake();
      });
  }

  /** It is destroyed after the test at the latest. */
  static async to(port: number): Promise<Wire> {
    const wire = await Wire.open(port);
    afterwards(() => wire.destroy());
    return wire;
  }

  /** One that its opener destroys: a test may open thousands of them. */
  static async open(port: number): Promise<Wire> {
    const socket = connect({ port, host: '127.0.0.1' });
    const wire = new Wire(socket);
    await once(socket, 'connect');
    return wire;
  }

  get received(): Buffer {
    if (this.#pieces.length !== 1) this.#pieces = [Buffer.concat(this.#pieces)];
    return this.#pieces[0]!;
  }

  /** Why the socket broke, for example ECONNRESET. */
  get failure(): string | null {
    return this.#failure?.code ?? null;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Several parts leave as one. */
  send(...parts: readonly (string | Uint8Array)[]): void {
    this.socket.cork();
    for (const part of parts) this.socket.write(part);
    this.socket.uncork();
  }

  destroy(): void {
    this.socket.destroy();
  }

  /** Reads the next answer, skipping 1xx answers. */
  async reply(method = 'GET', isEndless = false): Promise<Reply> {
    for (;;) {
      const head = await this.head();
      if (head.status < 200) continue;
      const body = isEndless && head.status === 200 ? Buffer.alloc(0) : await this.#body(head, method);
      return {
        ...head,
        body: body.toString('utf8'),
        json: () => JSON.parse(body.toString('utf8')) as unknown,
      };
    }
  }

  /** Reads status and headers of the next answer; its body stays unread. */
  async head(): Promise<Omit<Reply, 'body' | 'json'>> {
    const end = await this.#position('\r\n\r\n');
    const [first = '', ...lines] = this.#take(end + 4)
      .toString('latin1')
      .trimEnd()
      .split('\r\n');
    const headers = lines.map((line): readonly [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
    return {
      status: Number(first.split(' ')[1]),
      headers,
      header: (name) => {
        const values = headers.filter(([key]) => key === name.toLowerCase()).map(([, value]) => value);
        if (values.length > 1) throw new Error(`${name} was sent ${values.length} times`);
        return values[0] ?? null;
      },
    };
  }

  /** Reads the next chunk of a chunked body, that is one `write` of the server; empty at the end. */
  async chunk(): Promise<Buffer> {
    const line = await this.#position('\r\n');
    const size = Number.parseInt(this.#take(line + 2).toString('latin1'), 16);
    await this.#until(() => this.#bytes >= size + 2);
    return this.#take(size + 2).subarray(0, size);
  }

  async #body(head: Pick<Reply, 'status' | 'header'>, method: string): Promise<Buffer> {
    if (method === 'HEAD' || head.status === 204 || head.status === 304) return Buffer.alloc(0);
    if (head.header('transfer-encoding') === 'chunked') {
      const chunks: Buffer[] = [];
      for (;;) {
        const chunk = await this.chunk();
        if (chunk.length === 0) return Buffer.concat(chunks);
        chunks.push(chunk);
      }
    }
    const length = head.header('content-length');
    if (length === null) {
      await within('the end of the connection', this.closed);
      return this.#take(this.#bytes);
    }
    await this.#until(() => this.#bytes >= Number(length));
    return this.#take(Number(length));
  }

  async #position(mark: string): Promise<number> {
    await this.#until(() => this.received.includes(mark));
    return this.received.indexOf(mark);
  }

  #take(bytes: number): Buffer {
    const all = this.received;
    this.#pieces = [all.subarray(bytes)];
    this.#bytes = all.length - bytes;
    return all.subarray(0, bytes);
  }

  async #until(isThere: () => boolean): Promise<void> {
    while (!isThere()) {
      if (this.#ended)
        throw new Error(`closed (${this.failure ?? 'in order'}) before an answer was complete`);
      await within('an answer', this.#arrived.promise);
    }
  }

  #wake(): void {
    this.#arrived.resolve();
    this.#arrived = Promise.withResolvers();
  }
}

/** The bytes of a request, exactly as given. */
export const request = (port: number, asked: Asked = {}): Buffer => Buffer.concat(partsOf(port, asked));

/** Head and body of a request: a large body is not copied. */
function partsOf(port: number, asked: Asked): readonly Uint8Array[] {
  const {
    method = 'GET',
    target = '/',
    version = '1.1',
    hosts = [`localhost:${port}`],
    headers = [],
  } = asked;
  const body = typeof asked.body === 'string' ? Buffer.from(asked.body) : asked.body;
  const isGiven = (name: string) => headers.some(([given]) => given.toLowerCase() === name);
  const head = [
    `${method} ${target} HTTP/${version}`,
    ...hosts.map((host) => `Host: ${host}`),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body && !isGiven('content-type') ? ['Content-Type: application/json'] : []),
    ...(body && !isGiven('content-length') && !isGiven('transfer-encoding')
      ? [`Content-Length: ${body.length}`]
      : []),
  ];
  const start = Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
  return body === undefined ? [start] : [start, body];
}

/** Sends one request on its own socket. */
export async function ask(port: number, asked: Asked = {}): Promise<Reply> {
  const wire = await Wire.open(port);
  try {
    if (asked.sendsFirst) wire.socket.pause();
    wire.send(...partsOf(port, asked));
    if (asked.sendsFirst && wire.socket.writableNeedDrain)
      await within('the engine to read', once(wire.socket, 'drain'));
    wire.socket.resume();
    return await wire.reply(asked.method, asked.endless);
  } finally {
    wire.destroy();
  }
}
