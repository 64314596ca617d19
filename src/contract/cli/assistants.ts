import type { AnswerOf } from '../client.ts';
import { assistants as routes } from '../http/assistants.ts';
import type { Line } from './command.ts';
import { commandsOf, listing } from './from-route.ts';
import { switchesFrom, switchLines, switchOptions } from './switches.ts';
import { say, type Tell } from './says.ts';

const command = commandsOf(routes, {
  whenGone: say('gone.assistants'),
  whenNothing: say('nothing.assistant'),
  named: 'assistant',
});

type Assistant = AnswerOf<(typeof routes)['assistants.get']>;

const profileIn = ({ profile: name }: Assistant): string => name ?? '';

const list = { columns: ['assistantId', 'name', profileIn], none: say('none.assistants') } as const;

const instructions = { of: 'instructions', value: 'text' } as const;
const profile = { of: 'profile', value: 'name' } as const;

const linesOf = ({ instructions: said, tools }: Assistant, tell: Tell): readonly Line[] => [
  ...switchLines(tools, tell),
  // Its words are indented, so that no line of them looks like another one.
  ...(said?.split('\n').map((line) => `  ${line}`) ?? []),
];
const shown = { head: ['assistantId', 'name', profileIn], lines: linesOf } as const;

export const assistants = listing('assistant', command('list', 'assistants.list', list), [
  command('show', 'assistants.get', shown),
  command('add', 'assistants.add', {
    args: { name: 'name' },
    options: { instructions, profile },
    without: ['tools'],
    more: { options: switchOptions, body: switchesFrom },

    ...shown,
  }),
  command('set', 'assistants.set', {
    options: { name: 'name', instructions, profile },
    without: ['tools'],
    more: { options: switchOptions, body: switchesFrom },
    changes: true,

    ...shown,
  }),
  command('remove', 'assistants.delete', {}),
]);
