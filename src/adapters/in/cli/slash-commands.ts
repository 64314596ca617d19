import type { Tell } from '../../../contract/words/says.ts';
import { listApis, showApi } from '../../../contract/cli/apis.ts';
import { addToolServer, listToolServers, removeToolServer } from '../../../contract/cli/tool-servers.ts';
import type { LastingEngine } from './lasting-engine.ts';
import { nearNames } from '../../../core/kernel/near-names.ts';
import { inWords } from './route-verb.ts';

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
  readonly summary: string;
  /** `rest` is the text after the name. @returns whether it was done; may throw ProblemError */
  readonly handle: (chat: ChatHold, rest: string) => boolean | Promise<boolean>;
}

/** The commands of `svc chat`, one row each. */
export const slashCommands: readonly SlashCommand[] = [
  {
    name: '/help',
    summary: 'List the commands.',
    handle: (chat) => {
      chat.say(help());
      return true;
    },
  },
  {
    name: '/new',
    summary: 'Start a new thread.',
    handle: (chat) => {
      chat.startOver();
      chat.say('The next line starts a new thread.');
      return true;
    },
  },
  {
    name: '/compact',
    takes: '[focus]',
    summary: 'Replace earlier messages by a summary, for the model only; it keeps what the focus names.',
    handle: async ({ ask, sessionId, stop, say }, focus) => {
      if (sessionId === null) {
        say('The thread is empty.');
        return false;
      }
      const body = focus === '' ? {} : { focus };
      const request = { params: { id: sessionId }, body, signal: stop };
      try {
        const { tokensBefore, tokensAfter } = await ask(({ client }) => client['runs.compact'](request));
        say(`The model’s view of the thread shrank from ${tokensBefore} to ${tokensAfter} tokens.`);
        return true;
      } catch (error) {
        if (!stop.aborted) throw error;
        say('Stopped waiting. The summary may still be made.');
        return false;
      }
    },
  },
  {
    name: '/api',
    takes: '[list | show <id>]',
    summary: 'List the registered APIs, or show one in full.',
    handle: async ({ ask, say, tell }, rest) => {
      const [what = 'list', id, ...more] = rest.split(/\s+/u).filter(Boolean);
      if (what === 'show' && id !== undefined && more.length === 0) {
        say(inWords(showApi, await ask(({ client }) => client['apis.get']({ params: { id } })), tell));
        return true;
      }
      if (what !== 'list' || id !== undefined) {
        say('Use /api, /api list or /api show <id>.');
        return false;
      }
      say(inWords(listApis, await ask(({ client }) => client['apis.list']()), tell));
      return true;
    },
  },
  {
    name: '/mcp',
    takes: '[list | add <name> <url> | remove <name>]',
    summary: 'List the tool servers, add one by its address, or remove one.',
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
        say(removeToolServer.asks?.done ?? '');
        return true;
      }
      say(
        'Use /mcp, /mcp list, /mcp add <name> <url> or /mcp remove <name>. `svc mcp` at a terminal does more.',
      );
      return false;
    },
  },
  {
    name: '/exit',
    summary: 'Leave, as Ctrl-D does.',
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
  const meant = near.length > 0 ? `did you mean ${near.join(' or ')}?` : 'see /help.';
  chat.say(`There is no ${name}: ${meant} To send a line that begins with a slash, begin it with two.`);
  return false;
}

function help(): string {
  const rows = slashCommands.map(
    ({ name, takes, summary }) => [takes ? `${name} ${takes}` : name, summary] as const,
  );
  const widest = Math.max(...rows.map(([typed]) => typed.length));
  return [
    'Each line is a task for the agent. Commands:',
    ...rows.map(([typed, summary]) => `  ${typed.padEnd(widest)}  ${summary}`),
    `  ${'//…'.padEnd(widest)}  Send a line that begins with a slash.`,
    'Ctrl-C stops a run, or leaves if nothing runs. Ctrl-D leaves.',
  ].join('\n');
}
