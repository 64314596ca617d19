import { forPerson } from '../../core/trust/untrusted/untrusted.ts';
import type { AnswerOf } from '../client.ts';
import { folders as folderRoutes } from '../http/folders.ts';
import { conversationFiles as fileRoutes } from '../http/conversation-files.ts';
import { threads as routes } from '../http/threads.ts';
import { tools as toolRoutes } from '../http/tools.ts';
import type { Line } from './command.ts';
import { commandsOf, listing } from './from-route.ts';
import { localMinute } from './local-time.ts';
import { switchesFrom, switchLines, switchOptions } from './switches.ts';
import { say, type Tell } from './says.ts';

const words = { whenGone: say('gone.threads'), whenNothing: say('nothing.thread') };
const command = commandsOf(routes, words);
const ofFolders = commandsOf(folderRoutes, words);
const ofFiles = commandsOf(fileRoutes, words);

const ofTools = commandsOf(toolRoutes, {
  whenGone: say('gone.threads'),
  whenNothing: say('nothing.thread_with_tools'),
});

const windowLines = (
  { room, contextWindow }: AnswerOf<(typeof toolRoutes)['threads.tools']>,
  tell: Tell,
): readonly Line[] =>
  room === null || contextWindow === null
    ? []
    : [tell('terminal.window_room', { tokens: contextWindow, room })];

const list = {
  options: { archived: 'includeArchived', folder: { of: 'folder', value: 'name' } },
  sends: { query: { limit: 200 } },
  columns: ['threadId', 'updatedAt', 'archived', 'title'],
  none: say('none.threads'),
} as const;

type Message = AnswerOf<(typeof routes)['threads.messages']>['messages'][number];

/** What is said is indented, so that it cannot look like the first line of a message. */
function inWords({ seq, role, createdAt, content, versions }: Message, tell: Tell): readonly Line[] {
  const said = content.flatMap((one) => linesOf(one, tell)).map((line) => `  ${line}`);
  return said.length === 0
    ? []
    : [
        `${seq}  ${role === 'user' ? tell('terminal.you') : 'svc'}  ${localMinute(createdAt)}${whichOf(seq, versions, tell)}`,
        ...said,
      ];
}

const whichOf = (seq: number, versions: readonly number[] = [], tell: Tell): string =>
  versions.length === 0
    ? ''
    : tell('terminal.version_of', {
        nth: versions.indexOf(seq) + 1,
        of: versions.length,
        all: versions.join(', '),
      });

function linesOf(block: Message['content'][number], tell: Tell): readonly string[] {
  switch (block.type) {
    case 'text':
      return block.text.split('\n');
    case 'attachment':
      return [
        tell('terminal.attached_file', { path: block.path, type: block.mediaType, bytes: block.sizeBytes }),
      ];
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

export const threads = listing('threads', command('list', 'threads.list', list), [
  command('show', 'threads.messages', {
    options: { after: 'after', before: 'before' },
    sends: { query: { limit: 200 } },
    lines: ({ messages }, tell: Tell) => messages.flatMap((one) => inWords(one, tell)),
    none: say('none.messages'),
  }),
  // With its files, as a zip.
  ofFiles('save', 'threads.markdown', {
    args: { id: 'id', file: { of: null, optional: true } },
    saves: ({ args: [id = '', file] }) => file ?? `${id}.zip`,
    json: true,
  }),
  command('version', 'threads.show', {
    args: { id: 'id', message: 'seq' },
    head: ['threadId', 'title'],
  }),
  command('set', 'threads.set', {
    options: { title: 'title', instructions: { of: 'instructions', value: 'text' } },
    without: ['archived', 'tools'],
    changes: true,
    head: ['threadId', 'title'],
    lines: ({ instructions }) => instructions?.split('\n') ?? [],
  }),
  ofFolders('pin', 'folders.place', {
    args: { thread: { of: 'threadIds', many: true, required: true } },
    only: true,
    sends: { body: { pinned: true } },
    columns: ['threadId', 'title'],
  }),
  ofFolders('unpin', 'folders.place', {
    args: { thread: { of: 'threadIds', many: true, required: true } },
    only: true,
    sends: { body: { pinned: false } },
    columns: ['threadId', 'title'],
  }),
  ofFolders('move', 'folders.place', {
    args: {
      folder: { of: 'folder', required: true },
      thread: { of: 'threadIds', many: true, required: true },
    },
    only: true,
    columns: ['threadId', 'title'],
  }),
  ofFolders('folders', 'folders.list', {
    columns: ['folder', ({ threads }) => String(threads)],
    none: say('none.folders'),
  }),
  command('instructions', 'threads.get', {
    lines: ({ instructions }) => instructions?.split('\n') ?? [],
    none: say('none.instructions'),
  }),
  ofTools('tools', 'threads.tools', {
    columns: [
      ({ name }) => name,
      ({ state }, tell) => tell(`switch.${state}`),
      ({ tools }, tell) => tell('terminal.tools_number', { count: tools }),
      ({ tokens }, tell: Tell) => tell('terminal.tokens_count', { tokens }),
    ],
    lines: windowLines,
  }),
  command('switch', 'threads.set', {
    only: true,
    more: { options: switchOptions, body: switchesFrom },
    changes: true,
    lines: ({ tools }, tell: Tell) => switchLines(tools, tell),
    none: say('none.switches'),
  }),
]);
