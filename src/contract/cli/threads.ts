import { forPerson } from '../../core/trust/untrusted/untrusted.ts';
import type { AnswerOf } from '../client.ts';
import { folders as folderRoutes } from '../http/folders.ts';
import { threads as routes } from '../http/threads.ts';
import { tools as toolRoutes } from '../http/tools.ts';
import type { CommandRow, Line } from './command.ts';
import { commandsOf } from './from-route.ts';
import { localMinute } from './local-time.ts';
import { ABOUT_SWITCHES, switchesFrom, switchLines, switchOptions } from './switches.ts';

export const words = {
  whenGone: 'Try again.',
  whenNothing:
    'This is not the id of a thread: svc threads lists them, and svc threads --archived all of them.',
};
const command = commandsOf(routes, words);
const ofFolders = commandsOf(folderRoutes, words);

const ofTools = commandsOf(toolRoutes, {
  whenGone: 'Try again.',
  whenNothing: 'This is not the id of a thread: svc threads lists them.',
});

/** The implementations; each resolves to the exit code. */
export interface ThreadVerbs {
  readonly threads: {
    /** Keeps a thread with its files as a zip, in a new file: whole or not at all. Null: one named by the thread. */
    save(asked: {
      readonly id: string;
      readonly file: string | null;
      readonly json: boolean;
    }): Promise<number>;
  };
}

const STATES = { always: 'always', on: 'on', off: 'off', by_need: 'by need' } as const;

const windowLines = ({
  room,
  contextWindow,
}: AnswerOf<(typeof toolRoutes)['threads.tools']>): readonly Line[] =>
  room === null || contextWindow === null
    ? []
    : [`Of ${contextWindow} tokens of its window, the model takes up to ${room} for tools.`];

const list = {
  options: {
    archived: 'includeArchived',
    folder: { of: 'folder', value: 'name', summary: 'only those in this folder' },
  },
  sends: { query: { limit: 200 } },
  columns: ['threadId', 'updatedAt', 'archived', 'title'],
  none: 'No threads found.',
} as const;

type Message = AnswerOf<(typeof routes)['threads.messages']>['messages'][number];

/** What is said is indented, so that it cannot look like the first line of a message. */
function inWords({ seq, role, createdAt, content, versions }: Message): readonly Line[] {
  const said = content.flatMap(linesOf).map((line) => `  ${line}`);
  return said.length === 0
    ? []
    : [
        `${seq}  ${role === 'user' ? 'You' : 'svc'}  ${localMinute(createdAt)}${whichOf(seq, versions)}`,
        ...said,
      ];
}

const whichOf = (seq: number, versions: readonly number[] = []): string =>
  versions.length === 0
    ? ''
    : `  version ${versions.indexOf(seq) + 1} of ${versions.length}, which begin at ${versions.join(', ')}`;

function linesOf(block: Message['content'][number]): readonly string[] {
  switch (block.type) {
    case 'text':
      return block.text.split('\n');
    case 'attachment':
      return [`attached ${block.path} (${block.mediaType}, ${block.sizeBytes} bytes)`];
    case 'thinking':
      return [];
    case 'tool_call':
      return [`→ ${block.name} ${shortened(JSON.stringify(block.input))}`];
    case 'tool_result':
      return [`${block.success ? '✓' : '✗'} ${shortened(forPerson(block.output))}`];
    case 'note':
      return [`(${block.detail})`];
  }
}

const MOST_CHARS = 200;
const shortened = (text: string): string =>
  text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text;

export const threads: readonly CommandRow<ThreadVerbs>[] = [
  {
    ...command('threads', 'threads.list', {
      ...list,
      summary: 'Print the threads, newest first; show the messages of one.',
      place: 5,
    }),
    commands: [
      command('list', 'threads.list', {
        ...list,
        summary: 'Print the threads, newest first: id, last change, title.',
      }),
      command('show', 'threads.messages', {
        summary:
          'Print the messages of a thread, oldest first; calls of tools and their results are shortened.',
        args: { id: { of: 'id', summary: 'the id of a thread' } },
        options: {
          after: { of: 'after', summary: 'only the messages after this one' },
          before: { of: 'before', summary: 'only the last messages before this one' },
        },
        sends: { query: { limit: 200 } },
        help: '\nContinue a thread with svc chat --thread <id>.',
        lines: ({ messages }) => messages.flatMap(inWords),
        none: 'No messages found.',
      }),
      {
        kind: 'command',
        name: 'save',
        summary: 'Keep a thread as Markdown with its files, in a zip.',
        json: true,
        args: [
          { name: 'id', summary: 'the id of a thread' },
          {
            name: 'file',
            summary: 'the new file; <id>.zip in the current folder by default',
            optional: true,
          },
        ],
        handle: ({ threads: verbs }, { args: [id = '', file], json }) =>
          verbs.save({ id, file: file ?? null, json }),
      },
      command('version', 'threads.show', {
        summary:
          'Show and continue, of messages with several versions, the one that this message belongs to.',
        args: {
          id: { of: 'id', summary: 'the id of a thread' },
          message: { of: 'seq', summary: 'the number of a message, as svc threads show prints it' },
        },
        head: ['threadId', 'title'],
      }),
      command('set', 'threads.set', {
        summary: 'Give a thread a title, or instructions of yours that hold in it alone.',
        args: { id: { of: 'id', summary: 'the id of a thread' } },
        options: {
          title: { of: 'title', summary: 'what it is called' },
          instructions: {
            of: 'instructions',
            value: 'text',
            summary: 'what you want of the agent in it, from its next message on; or none',
          },
        },
        without: ['archived', 'tools'],
        changes: true,
        help: `
What you want of the agent in all conversations is set with svc config set instructions TEXT.`,
        head: ['threadId', 'title'],
        lines: ({ instructions }) => instructions?.split('\n') ?? [],
      }),
      ofFolders('pin', 'folders.place', {
        summary: 'Put threads at the beginning of the list.',
        args: { thread: { of: 'threadIds', summary: 'the id of a thread', many: true, required: true } },
        only: true,
        sends: { body: { pinned: true } },
        columns: ['threadId', 'title'],
      }),
      ofFolders('unpin', 'folders.place', {
        summary: 'Put threads back among the others.',
        args: { thread: { of: 'threadIds', summary: 'the id of a thread', many: true, required: true } },
        only: true,
        sends: { body: { pinned: false } },
        columns: ['threadId', 'title'],
      }),
      ofFolders('move', 'folders.place', {
        summary: 'Move threads into a folder, or out of theirs.',
        args: {
          folder: {
            of: 'folder',
            summary: 'its name, a new one, too; or none',
            required: true,
          },
          thread: { of: 'threadIds', summary: 'the id of a thread', many: true, required: true },
        },
        only: true,
        columns: ['threadId', 'title'],
      }),
      ofFolders('folders', 'folders.list', {
        summary: 'Print the folders, and how many threads are in each.',
        columns: ['folder', ({ threads }) => String(threads)],
        none: 'There are no folders.',
      }),
      command('instructions', 'threads.get', {
        summary: 'Print your instructions for a thread.',
        args: { id: { of: 'id', summary: 'the id of a thread' } },
        lines: ({ instructions }) => instructions?.split('\n') ?? [],
        none: 'It has none.',
      }),
      ofTools('tools', 'threads.tools', {
        summary: 'Print which tools a thread has, and what they cost of the model’s window.',
        args: { id: { of: 'id', summary: 'the id of a thread' } },
        columns: [
          ({ name }) => name,
          ({ state }) => STATES[state],
          ({ tools }) => `${tools} ${tools === 1 ? 'tool' : 'tools'}`,
          ({ tokens }) => `${tokens} tokens`,
        ],
        lines: windowLines,
      }),
      command('switch', 'threads.set', {
        summary:
          'Switch families of tools, or tool servers, on or off in a thread, from its next message on.',
        args: { id: { of: 'id', summary: 'the id of a thread' } },
        only: true,
        more: {
          options: switchOptions,
          body: switchesFrom,
        },
        changes: true,
        help: ABOUT_SWITCHES,
        lines: ({ tools }) => switchLines(tools),
        none: 'All tools are offered when they are needed.',
      }),
    ],
  },
];
