import { refuse } from '../../../core/workspace/cloud-files/errors.ts';

/** A way to the vendor whose answers end with an error beyond so many bytes; `isExceeded` tells that from others. */
export function boundedFetch(
  fetchAnswer: typeof fetch,
  maxBytes: number,
): { readonly fetch: typeof fetch; isExceeded(): boolean } {
  let isExceeded = false;
  const tooLarge = () => {
    isExceeded = true;
    return refuse.cloud_file_too_large();
  };
  return {
    isExceeded: () => isExceeded,
    fetch: async (asked, init) => {
      const response = await fetchAnswer(asked, init);
      if (response.body === null) return response;
      if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
        await response.body.cancel();
        throw tooLarge();
      }
      let left = maxBytes;
      const counted = new TransformStream<Uint8Array, Uint8Array>({
        transform: (piece, controller) => {
          left -= piece.length;
          if (left < 0) controller.error(tooLarge());
          else controller.enqueue(piece);
        },
      });
      const { status, statusText, headers } = response;
      return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
    },
  };
}
