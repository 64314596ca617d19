/** What leaves the machine with a request, and nothing of what the SDKs tell about it (system, versions, retries). */
const SENT = new Set([
  'accept',
  'anthropic-beta',
  'anthropic-version',
  'authorization',
  'content-type',
  'x-api-key',
  'x-goog-user-project',
]);

/** Default headers for an SDK that would take more of them from the environment (`OPENAI_CUSTOM_HEADERS`). */
export const noAmbientHeaders: Readonly<Record<string, null>> = Object.fromEntries(
  [...SENT].map((name) => [name, null]),
);

/**
 * The one way the model adapters reach the network. A redirect is not followed: a key belongs to one host, and
 * fetch would carry `x-api-key` to another one. Bodies come uncompressed, so that what is counted is what was sent.
 */
export function wireFetch(userAgent: string, send: typeof fetch = fetch): typeof fetch {
  return async (url, init) => {
    const headers = new Headers([...new Headers(init?.headers)].filter(([name]) => SENT.has(name)));
    headers.set('user-agent', userAgent);
    headers.set('accept-encoding', 'identity');
    const response = await send(url, { ...init, headers, redirect: 'manual' });
    return response.ok ? response : withShortBody(response);
  };
}

/** More of an error than is ever quoted. The SDKs read such a body to its end, and some have none. */
const ERROR_BYTES = 64 * 1024;

function withShortBody({ body, status, headers }: Response): Response {
  let left = ERROR_BYTES;
  const short = new TransformStream<Uint8Array, Uint8Array>({
    transform: (bytes, readable) => {
      left -= bytes.length;
      readable.enqueue(bytes);
      if (left <= 0) readable.terminate();
    },
  });
  return new Response(body?.pipeThrough(short) ?? null, { status, headers });
}
