import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closedAfterwards } from '../../harness/afterwards.ts';

/** A server in the place of the engine, which shows what a proxy sends it. */
export interface StandIn {
  readonly url: string;
  readonly asked: IncomingMessage[];
  close(): Promise<void>;
}

export async function standIn(
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    response.end(),
): Promise<StandIn> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: closedAfterwards(async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    }),
  };
}

/** All values of a header, as they were sent. */
export const valuesOf = ({ rawHeaders }: IncomingMessage, name: string): readonly string[] =>
  rawHeaders.flatMap((value, at) =>
    at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name.toLowerCase() ? [value] : [],
  );
