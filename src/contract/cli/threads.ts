import { forPerson } from '../../core/trust/untrusted/untrusted.ts';
import type { AnswerOf } from '../client.ts';
import type { threads as routes } from '../http/threads.ts';
import { type CommandRow, type Line, routesOf } from './command.ts';
import { localMinute } from './local-time.ts';

const ask = routesOf<typeof routes>();

const words = {
  whenGone: 'Try again.',
  whenNothing:
    'This is not the id of a thread: svc threads lists them, and svc threads --archived all of them.',
};

const PAGE = 200;

const list = ask('threads.list', {
  ...words,
  request: ({ switches, options }) => {
    const cursor = options.get('cursor');
    const page = cursor === undefined ? {} : { cursor };
    return { query: { limit: PAGE, includeArchived: switches.has('archived'), ...page } };
  },
  lines: ({ threads, nextCursor }) => [
    ...threads.map(({ threadId, updatedAt, archived, title }) => [
      threadId,
      localMinute(updatedAt),
      archived ? 'archived' : '',
      title,
    ]),
    ...(nextCursor === null ? [] : [`There are more: svc threads --cursor ${nextCursor}`]),
  ],
  none: 'No threads found.',
});

const show = ask('threads.messages', {
  ...words,
  request: ({ args: [id = ''], options }) => {
    const after = options.get('after');
    return {
      params: { id },
      query: { limit: PAGE, ...(after === undefined ? {} : { after: Number(after) }) },
    };
  },
  lines: ({ messages, nextCursor }) => [
    ...messages.flatMap(inWords),
    ...(nextCursor === null ? [] : [`There are more: repeat this with --after ${messages.at(-1)?.seq}`]),
  ],
  none: 'No messages found.',
});

type Message = AnswerOf<(typeof routes)['threads.messages']>['messages'][number];

/** What is said is indented, so that it cannot look like the first line of a message. */
function inWords({ seq, role, createdAt, content }: Message): readonly Line[] {
  const said = content.flatMap(linesOf).map((line) => `  ${line}`);
  return said.length === 0
    ? []
    : [`${seq}  ${role === 'user' ? 'You' : 'svc'}  ${localMinute(createdAt)}`, ...said];
}

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

const archived = { name: 'archived', summary: 'archived threads, too' } as const;
const cursor = { name: 'cursor', value: 'cursor', summary: 'go on where an earlier list ended' } as const;

export const threads: readonly CommandRow<object>[] = [
  {
    kind: 'command',
    name: 'threads',
    summary: 'Print the threads, newest first; show the messages of one.',
    place: 5,
    json: true,
    switches: [archived],
    options: [cursor],
    asks: list,
    commands: [
      {
        kind: 'command',
        name: 'list',
        summary: 'Print the threads, newest first: id, last change, title.',
        json: true,
        switches: [archived],
        options: [cursor],
        asks: list,
      },
      {
        kind: 'command',
        name: 'show',
        summary:
          'Print the messages of a thread, oldest first; calls of tools and their results are shortened.',
        json: true,
        args: [{ name: 'id', summary: 'the id of a thread' }],
        options: [{ name: 'after', value: 'number', summary: 'only the messages after this one' }],
        help: '\nContinue a thread with svc chat --thread <id>.',
        asks: show,
      },
    ],
  },
];
