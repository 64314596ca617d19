import type { Writable } from 'node:stream';

type Output = Pick<Writable, 'write'>;

/**
 * Gives standard output to a protocol alone: whatever else the process or a library prints goes to standard error from
 * here on. Call it before anything is loaded that might print.
 * @returns writes a text, and resolves when the reader may be sent more; it never rejects
 */
export function protocolOutput(out: Output, err: Output): (text: string) => Promise<void> {
  const write = out.write.bind(out) as (text: string, done: () => void) => boolean;
  out.write = err.write.bind(err) as Output['write'];
  return (text) => new Promise((resolve) => void write(text, () => resolve()));
}
