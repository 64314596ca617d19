import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { httpLimits } from '../../src/contract/http/limits.ts';
import { Silence, SILENT_MS, untilSilent } from '../../src/page/engine/silence.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const byte = new Uint8Array([1]);

it('waits for more than two heartbeats of the engine', () => {
  expect(SILENT_MS).toBeGreaterThan(2 * httpLimits.heartbeatMs);
});

it('fails and closes a silent stream, and leaves one with heartbeats alone', async () => {
  let left: unknown = null;
  let source: ReadableStreamDefaultController<Uint8Array> | null = null;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => void (source = controller),
    cancel: (reason) => void (left = reason),
  });
  const reader = untilSilent(stream).getReader();
  for (let nth = 0; nth < 5; nth += 1) {
    const read = reader.read();
    await jest.advanceTimersByTimeAsync(SILENT_MS - 1);
    (source as ReadableStreamDefaultController<Uint8Array> | null)?.enqueue(byte);
    expect(await read).toEqual({ done: false, value: byte });
  }
  const last = expect(reader.read()).rejects.toBeInstanceOf(Silence);
  await jest.advanceTimersByTimeAsync(SILENT_MS);
  await last;
  expect(left).toBeInstanceOf(Silence);
});

it('ends with its source, and fails with it', async () => {
  const ended = untilSilent(
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(byte);
        controller.close();
      },
    }),
  ).getReader();
  expect(await ended.read()).toEqual({ done: false, value: byte });
  expect(await ended.read()).toMatchObject({ done: true });
  const broken = untilSilent(
    new ReadableStream({ start: (controller) => controller.error(new TypeError('broken')) }),
  );
  await expect(broken.getReader().read()).rejects.toThrow('broken');
  expect(jest.getTimerCount()).toBe(0);
});
