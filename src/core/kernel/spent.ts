/**
 * Gives the memory of bytes back at once that nothing reads any more: they are empty afterwards. For pieces of a stream
 * that their reader has copied: gigabytes of them would otherwise wait for the collector. Does nothing where the bytes are
 * only a part of their memory, or where this Node (before 22) cannot.
 */
export function spent({ buffer, length }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== length) return;
  const { transfer } = buffer as { readonly transfer?: ArrayBuffer['transfer'] };
  transfer?.call(buffer, 0);
}
