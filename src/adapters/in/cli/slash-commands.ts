import type { Says } from '../../../contract/words/says.ts';
import { listApis, showApi } from '../../../contract/cli/apis.ts';
import { addToolServer, listToolServers } from '../../../contract/cli/tool-servers.ts';
import type { LastingEngine } from './lasting-engine.ts';
import { nearNames } from '../../../core/kernel/near-names.ts';
import { inWords } from './route-verb.ts';
import { say as sayOf, type Tell } from '../../../contract/cli/says.ts';

/** What a command may do in its chat. */
export interface ChatHold {
  readonly ask: LastingEngine['ask'];
  /** Null before the first task. */
  readonly sessionId: string | null;
  /** Aborts when the person stops the command. */
  readonly stop: AbortSignal;
  /** Prints one or more lines. */
  say(text: string): void;
  readonly tell: Tell;
  /** The next task starts a thread. */
  startOver(): void;
  leave(): void;
}

export interface SlashCommand {
  readonly name: string;
  /** The argument after the name, for the help. */
  readonly takes?: string;
  readonly summary: Says;
  /** `rest` is the text after the name. @returns whether it was done; may throw ProblemError */
  readonly handle: (chat: ChatHold, rest: string) => boolean | Promise<boolean>;
}

/** The commands of `svc chat`, one row each. */
export const slashCommands: readonly SlashCommand[] = [
  {
    name: '/help',
    summary: sayOf('terminal.slash_help'),
    handle: (chat) => {
      chat.say(help(chat.tell));
      return true;
    },
  },
  {
    name: '/new',
    summary: sayOf('terminal.slash_new'),
    handle: (chat) => {
      chat.startOver();
      chat.say(chat.tell('terminal.slash_new_next'));
      return true;
    },
  },
  {
    name: '/compact',
    takes: '[focus]',
    summary: sayOf('terminal.slash_compact'),
    handle: async ({ ask, sessionId, stop, say, tell }, focus) => {
      if (sessionId === null) {
        say(tell('terminal.slash_empty'));
        return false;
      }
      const body = focus === '' ? {} : { focus };
      const request = { params: { id: sessionId }, body, signal: stop };
      try {
        const { tokensBefore, tokensAfter } = await ask(({ client }) => client['runs.compact'](request));
        say(tell('terminal.slash_shrank', { before: tokensBefore, after: tokensAfter }));
        return true;
      } catch (error) {
        if (!stop.aborted) throw error;
        say(tell('terminal.slash_stopped_waiting'));
        return false;
      }
    },
  },
  {
    name: '/api',
    takes: '[list | show <id>]',
    summary: sayOf('terminal.slash_api'),
    handle: async ({ ask, say, tell }, rest) => {
      const [what = 'list', id, ...more] = rest.split(/\s+/u).filter(Boolean);
      if (what === 'show' && id !== undefined && more.length === 0) {
        say(inWords(showApi, await ask(({ client }) => client['apis.get']({ params: { id } })), tell));
        return true;
      }
      if (what !== 'list' || id !== undefined) {
        say(tell('terminal.slash_api_use'));
        return false;
      }
      say(inWords(listApis, await ask(({ client }) => client['apis.list']()), tell));
      return true;
    },
  },
  {
    name: '/mcp',
    takes: '[list | add <name> <url> | remove <name>]',
    summary: sayOf('terminal.slash_mcp'),
    handle: async ({ ask, say, tell }, rest) => {
      const [what = 'list', name, url, ...more] = rest.split(/\s+/u).filter(Boolean);
      if (what === 'list' && name === undefined) {
        say(inWords(listToolServers, await ask(({ client }) => client['tool-servers.list']()), tell));
        return true;
      }
      if (what === 'add' && name !== undefined && url !== undefined && more.length === 0) {
        const body = { name, url };
        say(inWords(addToolServer, await ask(({ client }) => client['tool-servers.add']({ body })), tell));
        return true;
      }
      if (what === 'remove' && name !== undefined && url === undefined) {
        await ask(({ client }) => client['tool-servers.remove']({ params: { name } }));
        say(tell('done.tool_server_removed'));
        return true;
      }
      say(tell('terminal.slash_mcp_use'));
      return false;
    },
  },
  {
    name: '/exit',
    summary: sayOf('terminal.slash_quit'),
    handle: (chat) => {
      chat.leave();
      return true;
    },
  },
];

/** Carries out a line that begins with a slash. @returns whether it was done */
export async function slashCommand(line: string, chat: ChatHold): Promise<boolean> {
  const [, name = '', rest = ''] = /^(\S+)\s*([^]*)$/u.exec(line.trim()) ?? [];
  const known = slashCommands.find((row) => row.name === name);
  if (known) return await known.handle(chat, rest);
  const near = nearNames(
    name,
    slashCommands.map((row) => row.name),
  );
  const meant = near.length > 0 ? sayOf('terminal.near', { names: near }) : sayOf('terminal.see_slash_help');
  chat.say(chat.tell('terminal.slash_unknown', { name, meant: chat.tell(meant) }));
  return false;
}

function help(tell: Tell): string {
  const rows = slashCommands.map(
    ({ name, takes, summary }) => [takes ? `${name} ${takes}` : name, tell(summary)] as const,
  );
  const widest = Math.max(...rows.map(([typed]) => typed.length));
  return [
    tell('terminal.slash_list'),
    ...rows.map(([typed, summary]) => `  ${typed.padEnd(widest)}  ${summary}`),
    `  ${'//…'.padEnd(widest)}  ${tell('terminal.slash_slash')}`,
    tell('terminal.slash_keys'),
  ].join('\n');
}
