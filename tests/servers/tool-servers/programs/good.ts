// A tool server with good manners, as a command. The first argument says which revisions it speaks: "both", or "older".
// Its tools: `echo`; `environment`, what it was started with; `ask`, which asks a colour; `end`, which ends it.
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { FakeTool } from '../fake-tools.ts';
import { newerServer, olderServer } from '../good.ts';

const FORM = {
  message: 'Which colour?',
  requestedSchema: { type: 'object', properties: { colour: { type: 'string' } } },
};

const tools: readonly FakeTool[] = [
  { name: 'echo', description: 'Repeats its input.' },
  {
    name: 'environment',
    answer: () =>
      JSON.stringify({ variables: process.env, folder: process.cwd(), arguments: process.argv.slice(3) }),
  },
  { name: 'ask', answer: async (_, call) => JSON.stringify(await call.ask(FORM)) },
  {
    name: 'end',
    answer: () => {
      process.stderr.write('I have had enough.\n');
      process.exit(3);
    },
  },
];

if (process.argv[2] === 'both') serveStdio((): Server => newerServer(() => tools, []));
else await olderServer(() => tools, []).connect(new StdioServerTransport());
