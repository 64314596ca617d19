import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answers, startFakeProvider, type FakeProvider, type Reply } from './fake-provider.ts';

/** The chunks of streamGenerateContent, as recorded; the last one has `finish` and `usage`. */
export interface Chunk {
  readonly parts?: readonly object[];
  readonly finish?: string;
  readonly usage?: object;
  readonly [more: string]: unknown;
}

/** A GenerateContentResponse. */
export const chunk = ({ parts, finish, usage, ...more }: Chunk): object => ({
  candidates: [
    {
      ...(parts ? { content: { role: 'model', parts } } : {}),
      ...(finish === undefined ? {} : { finishReason: finish }),
    },
  ],
  ...(usage ? { usageMetadata: usage } : {}),
  modelVersion: 'gemini-2.5-flash',
  createTime: '2026-01-01T00:00:00.000000Z',
  responseId: 'synthetic',
  ...more,
});

export const USED = {
  promptTokenCount: 120,
  cachedContentTokenCount: 20,
  candidatesTokenCount: 30,
  thoughtsTokenCount: 7,
  totalTokenCount: 157,
  trafficType: 'ON_DEMAND',
} as const;

/** One event, with the line endings of the real service. */
export const vertexSse = (...chunks: readonly object[]): string =>
  chunks.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`).join('');

/** A whole answer: each text in a separate chunk, then the end. */
export const textAnswer = (...texts: readonly string[]): readonly string[] => [
  ...texts.map((text) => vertexSse(chunk({ parts: [{ text }], usage: { trafficType: 'ON_DEMAND' } }))),
  vertexSse(chunk({ parts: [{ text: '' }], finish: 'STOP', usage: USED })),
];

export const callPart = (name: string, args: object = {}): object => ({ functionCall: { name, args } });

export const callAnswer = (...parts: readonly object[]): readonly string[] => [
  vertexSse(chunk({ parts, finish: 'STOP', usage: USED })),
];

/** The answer to a token request. */
export const token = (value = 'ya29.synthetic-token', expiresIn = 3_599): Reply =>
  answers(200, { access_token: value, expires_in: expiresIn, token_type: 'Bearer' });

/** The platform: its service and its token endpoint, each a server. */
export interface FakeCloud {
  readonly service: FakeProvider;
  readonly tokens: FakeProvider;
  /** Redirects the addresses of the platform to these servers, and leaves all others alone. */
  readonly fetch: typeof fetch;
  /** The original addresses of the redirected requests. */
  readonly asked: readonly string[];
  /** Requests whose response was neither read to its end nor cancelled. */
  readonly held: number;
  close(): Promise<void>;
}

export async function startFakeCloud(...replies: readonly Reply[]): Promise<FakeCloud> {
  const service = await startFakeProvider(...replies);
  const tokens = await startFakeProvider(token());
  const asked: string[] = [];
  // The present one: a test may replace it.
  const network = globalThis.fetch;
  let held = 0;
  return {
    service,
    tokens,
    asked,
    get held() {
      return held;
    },
    fetch: async (url, init) => {
      asked.push(String(url));
      let isHeld = true;
      held += 1;
      const released = () => {
        if (isHeld) held -= 1;
        isHeld = false;
      };
      init?.signal?.addEventListener('abort', released, { once: true });
      try {
        const response = await network(rerouted(String(url), service.url, tokens.url), init);
        if (!response.body) released();
        return response.body ? watched(response, response.body, released) : response;
      } catch (error) {
        released();
        throw error;
      }
    },
    close: async () => {
      await service.close();
      await tokens.close();
    },
  };
}

/** The same response; it reports when its body has been read to the end. */
function watched(response: Response, body: ReadableStream<Uint8Array>, read: () => void): Response {
  const { status, headers } = response;
  return new Response(body.pipeThrough(new TransformStream({ flush: read })), { status, headers });
}

function rerouted(url: string, service: string, tokens: string): string {
  const { hostname, pathname, search } = new URL(url);
  if (!hostname.endsWith('.googleapis.com')) return url;
  return `${hostname.includes('aiplatform') ? service : tokens}${pathname}${search}`;
}

let pair: { readonly privateKey: string } | undefined;

/** The file of a service account: a real key, so that the library can sign with it, but without any access. */
export async function writeServiceAccount(folder: string, more: object = {}): Promise<string> {
  pair ??= generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const path = join(folder, 'service-account.json');
  const account = {
    type: 'service_account',
    project_id: 'another-project',
    private_key_id: 'synthetic',
    private_key: pair.privateKey,
    client_email: 'svc@example-project.iam.gserviceaccount.com',
    token_uri: 'https://oauth2.googleapis.com/token',
    ...more,
  };
  await writeFile(path, JSON.stringify(account));
  return path;
}
