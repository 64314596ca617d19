import type { AnswerOf } from '../client.ts';
import { assistants as routes } from '../http/assistants.ts';
import type { CommandRow, Line } from './command.ts';
import { commandsOf } from './from-route.ts';
import { ABOUT_SWITCHES, switchesFrom, switchLines, switchOptions } from './switches.ts';

const command = commandsOf(routes, {
  whenGone: 'See with svc assistant which assistants there are.',
  whenNothing: 'svc assistant lists those that there are.',
  named: 'assistant',
});

type Assistant = AnswerOf<(typeof routes)['assistants.get']>;

const profileIn = ({ profile: name }: Assistant): string => name ?? '';

const list = {
  columns: ['assistantId', 'name', profileIn],
  none: 'There are no assistants: svc assistant add makes one.',
} as const;

const which = { id: { of: 'id', summary: 'its name or its id' } } as const;
const instructions = {
  of: 'instructions',
  value: 'text',
  summary: 'what you want of the agent; or none',
} as const;
const profile = {
  of: 'profile',
  value: 'name',
  summary: 'the model profile that answers; none: the model of the settings',
} as const;

const linesOf = ({ instructions: said, tools }: Assistant): readonly Line[] => [
  ...switchLines(tools),
  // Its words are indented, so that no line of them looks like another one.
  ...(said?.split('\n').map((line) => `  ${line}`) ?? []),
];
const shown = { head: ['assistantId', 'name', profileIn], lines: linesOf } as const;

export const assistants: readonly CommandRow<object>[] = [
  {
    ...command('assistant', 'assistants.list', {
      ...list,
      summary: 'Print the assistants, or make, change and delete them.',
    }),
    commands: [
      command('list', 'assistants.list', {
        ...list,
        summary: 'Print the assistants: named instructions, model and tools for new conversations.',
        help: '\nBegin a conversation with one: svc run --assistant NAME, or svc chat --assistant NAME.',
      }),
      command('show', 'assistants.get', { summary: 'Print one assistant.', args: which, ...shown }),
      command('add', 'assistants.add', {
        summary: 'Make an assistant.',
        args: { name: { of: 'name', summary: 'what it is called' } },
        options: { instructions, profile },
        without: ['tools'],
        more: { options: switchOptions, body: switchesFrom },
        help: ABOUT_SWITCHES,
        ...shown,
      }),
      command('set', 'assistants.set', {
        summary: 'Change an assistant; conversations that began with it stay as they are.',
        args: which,
        options: { name: { of: 'name', summary: 'what it is called' }, instructions, profile },
        without: ['tools'],
        more: { options: switchOptions, body: switchesFrom },
        changes: true,
        help: ABOUT_SWITCHES,
        ...shown,
      }),
      command('remove', 'assistants.delete', {
        summary: 'Delete an assistant; conversations that began with it stay as they are.',
        args: which,
      }),
    ],
  },
];
