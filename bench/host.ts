import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** A host of a tool server, over either transport. */
export interface Host {
  /** What the tool returns. @throws if the tool refuses */
  call(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

/** Starts `args` with this Node and speaks to it over its pipes. */
export const hostOverPipes = (args: readonly string[], env: Record<string, string>): Promise<Host> =>
  hostOver(
    new StdioClientTransport({
      command: process.execPath,
      args: [...args],
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stderr: 'ignore',
    }),
  );

export const hostOverHttp = (url: string): Promise<Host> =>
  hostOver(new StreamableHTTPClientTransport(new URL('/mcp', url)));

async function hostOver(transport: StdioClientTransport | StreamableHTTPClientTransport): Promise<Host> {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport as never);
  return {
    call: async (name, args) => {
      const { structuredContent, isError } = await client.callTool({ name, arguments: args });
      if (isError) throw new Error(`${name}: ${JSON.stringify(structuredContent)}`);
      return structuredContent as Record<string, unknown>;
    },
    close: async () => await client.close(),
  };
}
