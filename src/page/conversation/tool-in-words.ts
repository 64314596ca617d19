import { conversationWords } from '#words/conversation.ts';

const said = conversationWords;

/** A tool of a tool server: `mcp__<server>__<tool>`. */
const OF_SERVER = /^mcp__(.+?)__(.+)$/u;

/** What a call of a tool did, or was to do, for a reader; a model or a server may have chosen its name. */
export function toolInWords(name: string, hasFailed = false): string {
  const [, server, tool] = OF_SERVER.exec(name) ?? [];
  const other = server === undefined || tool === undefined ? name : said.ofServer(tool, server);
  return (hasFailed ? said.attempts : said.tools)[name] ?? other;
}
