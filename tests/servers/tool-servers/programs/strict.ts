// A tool server of an older revision that ends when it is asked anything before `initialize`, as some libraries do.
import { createInterface } from 'node:readline';

let isGreeted = false;
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line) as { readonly id?: number; readonly method: string };
  if (!isGreeted && method !== 'initialize') process.exit(1);
  isGreeted = true;
  const results: Readonly<Record<string, unknown>> = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'strict', version: '1' },
    },
    'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
  };
  if (id !== undefined)
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: results[method] })}\n`);
}
