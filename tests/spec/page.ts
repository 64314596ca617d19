import { entries } from './requirements.ts';
import { promises } from './requirements/promises.ts';
import type { Source } from './requirements/requirement.ts';

const INTRODUCTION = `# What we promise

Written by \`make promises\` from the ledger in \`tests/spec/requirements\`: change it there. It lists what we hold to
beyond the specification. Behind each statement stands the id of its entry in the ledger. Tests cite these ids, an entry
that no test cites fails the suite, and \`npm run spec -- R13\` (or the id of an entry) prints the tests that prove it.
What is marked *later* belongs to a feature that is not built, and is not proven.
`;

/** All of `docs/promises.md`, which is made and not kept. */
export function promisesPage(): string {
  const groups = Object.entries(promises).flatMap(([group, those]) => [
    `## ${group}\n`,
    ...Object.entries<string>(those).map(([id, sentence]) =>
      [`**${id}** ${sentence}\n`, ...statementsFrom(`ours: promise ${id}` as Source)].join('\n'),
    ),
  ]);
  const contract = ['## The contract\n', 'What the interfaces say beyond the specification.\n'];
  const behaviour = ['## Behaviour\n', 'How the engine behaves where no other page says it.\n'];
  const rest = [
    [...contract, ...statementsFrom('ours: contract')].join('\n'),
    [...behaviour, ...statementsFrom('ours: behaviour')].join('\n'),
  ];
  return [INTRODUCTION, ...groups, ...rest].map((part) => part.trimEnd()).join('\n\n') + '\n';
}

const statementsFrom = (source: Source): readonly string[] =>
  entries
    .filter(([, { from }]) => from.includes(source))
    .map(([id, { says, deferred }]) => `- ${deferred ? `*later (${deferred})*: ` : ''}${says} \`${id}\``);
