import { conversationWords } from '../words/conversation.ts';

const said = conversationWords;

/** A tool of a tool server: `mcp__<server>__<tool>`. */
const OF_SERVER = /^mcp__(.+?)__(.+)$/u;

/** The name of a tool for a reader; a model or a server may have chosen it. */
export function toolInWords(name: string): string {
  const [, server, tool] = OF_SERVER.exec(name) ?? [];
  const other = server === undefined || tool === undefined ? name : said.ofServer(tool, server);
  return said.tools[name] ?? other;
}
