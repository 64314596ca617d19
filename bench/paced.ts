import { bareRequest } from './bare-request.ts';
import { converse, newSession } from './client.ts';
import type { Server } from './lab.ts';
import { taskFor, type Script } from './script.ts';
import { median } from './spread.ts';
import { messages } from './wires/messages.ts';

/** As many texts as a long answer has, at the pace of a fast model; each says when the provider sent it. */
const CHUNKS = 1_000;
const script: Script = { does: 'pace', chunks: CHUNKS, everyMs: 5 };
const body = bareRequest(messages, script);

export interface Paced {
  /** The median, from the moment the provider sends a text to the moment the client has read it. */
  readonly delayMs: number;
  /** From the first text to the last. */
  readonly seconds: number;
}

/** `onEdge` is called with the first text and with the last. */
export const pacedRun = async (engine: Server, onEdge?: () => void): Promise<Paced> =>
  await paced(await newSession(engine.url), { task: taskFor(script) }, onEdge);

export const pacedProxy = async (proxy: Server): Promise<Paced> => await paced(proxy.url, body);

async function paced(url: string, request: object, onEdge?: () => void): Promise<Paced> {
  const delays: number[] = [];
  const edges: number[] = [];
  await converse(url, request, {
    onText: (text) => {
      const now = process.hrtime.bigint();
      const isFirst = delays.length === 0;
      for (const sentAt of text.trim().split(' ')) delays.push(Number(now - BigInt(sentAt)) / 1e6);
      if (!isFirst && delays.length < CHUNKS) return;
      edges.push(performance.now());
      onEdge?.();
    },
  });
  const [first = NaN, last = NaN] = edges;
  if (delays.length !== CHUNKS) throw new Error(`${delays.length} texts of ${CHUNKS} came`);
  return { delayMs: median(delays), seconds: (last - first) / 1000 };
}
