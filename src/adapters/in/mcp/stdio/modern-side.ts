import type { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { EraTransport } from './connection.ts';

/** Serves protocol revision 2026-07-28 to the host behind the transport. */
export const serveModernSide = (server: () => Server, transport: EraTransport): void =>
  void serveStdio(server, { legacy: 'reject', transport });
