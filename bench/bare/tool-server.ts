// The bare limit of calls of the tool server: a server of the protocol's library with one tool that answers at once.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const answer = { namespace: 'status', text: '' };

function server(): Server {
  const bare = new Server({ name: 'bare', version: '1' }, { capabilities: { tools: {} } });
  bare.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{ name: 'svc_memory', inputSchema: { type: 'object' as const } }],
  }));
  bare.setRequestHandler(CallToolRequestSchema, () => ({
    content: [{ type: 'text', text: JSON.stringify(answer) }],
    structuredContent: answer,
  }));
  return bare;
}

const port = process.env['SVC_MCP_PORT'];
if (port === undefined) await server().connect(new StdioServerTransport());
else {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  createServer((request, response) => {
    if (request.url === '/health') return void response.end('{"status":"ok"}');
    const known = sessions.get(String(request.headers['mcp-session-id']));
    if (known) return void known.handleRequest(request, response);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    void server()
      .connect(transport as never)
      .then(() => transport.handleRequest(request, response));
  }).listen(Number(port), '127.0.0.1');
}
