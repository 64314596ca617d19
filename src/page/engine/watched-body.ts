import { sendBy } from './transport.ts';

/** Tells how much of this body is sent, from 0 to 1, once a request has it. `fetch` does not say. */
export function watchSending(body: Blob, tell: (share: number) => void): void {
  sendBy(body, async (path, { method, headers, signal }) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => tell(loaded / Math.max(1, body.size)));
    const abort = () => request.abort();
    signal?.addEventListener('abort', abort);
    await new Promise<void>((resolve) => {
      request.addEventListener('loadend', () => resolve());
      request.send(body);
    });
    signal?.removeEventListener('abort', abort);
    signal?.throwIfAborted();
    const { status } = request;
    if (status === 0) throw new TypeError('The request was not answered.');
    return {
      ok: status >= 200 && status < 300,
      status,
      headers: { get: (name) => request.getResponseHeader(name) },
      body: null,
      text: async () => request.responseText,
    };
  });
}
