import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import { acpLimits } from './limits.ts';

/** What reads a stream in lines. */
export type ReadsLines = (
  mostBytes: number,
  onLine: (line: string | null, why?: 'too_long' | 'not_utf8') => void,
) => { push(chunk: Buffer): void };

export interface StreamDeps {
  readonly input: NodeJS.ReadableStream;
  /** Writes a line, and resolves when the client may be sent more. */
  readonly write: (line: string) => Promise<void>;
  readonly lines: ReadsLines;
}

/**
 * Messages over a pair of pipes, each on a line. What is no message is answered with an error, and the connection goes on;
 * it ends with its input.
 */
export function lineStream({ input, write, lines }: StreamDeps): Stream {
  const send = async (message: unknown) => await write(`${JSON.stringify(message)}\n`);
  const refuse = (code: number, message: string) =>
    void send({ jsonrpc: '2.0', id: null, error: { code, message } });
  const readable = new ReadableStream<AnyMessage>({
    start: (controller) => {
      let isOver = false;
      const end = () => {
        if (!isOver) controller.close();
        isOver = true;
      };
      const reader = lines(acpLimits.messageBytes, (line, why) => {
        if (line === '' || isOver) return;
        if (line === null)
          return why === 'too_long'
            ? refuse(
                -32_600,
                `A message may have ${acpLimits.messageBytes} bytes at most; this one was not read.`,
              )
            : refuse(-32_700, 'This line is not UTF-8, as JSON is; it was not read.');
        let value: unknown;
        try {
          value = JSON.parse(line);
        } catch {
          return refuse(-32_700, 'This line is not JSON.');
        }
        if (typeof value !== 'object' || value === null || Array.isArray(value))
          return refuse(-32_600, 'A message is a JSON object, and each is sent by itself.');
        controller.enqueue(value as AnyMessage);
      });
      input.on('data', (chunk: Buffer) => reader.push(chunk));
      input.once('end', end);
      input.once('error', end);
    },
    cancel: () => void input.pause(),
  });
  return { readable, writable: new WritableStream({ write: send }) };
}
