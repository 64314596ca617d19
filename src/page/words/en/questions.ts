import { count as number } from '../../parts/format.ts';

/** The texts of questions of runs. */
export const questionWords = {
  until: (moment: string) => `Waits until ${moment}`,
  untilConsent: (moment: string) =>
    `Waits until ${moment}. No answer counts as No; then it is not done, and the agent goes on without it.`,
  away: 'svc is not running. Whether this still waits shows when it is back.',
  left: 'svc stopped before you answered this. Your answer is the next task of the conversation, and the agent goes on from there.',
  answered: 'Answered.',
  own: 'In your own words',
  orOwn: 'Or in your own words',
  reply: 'Reply',
  atLeastOne: 'Answer at least one question.',
  seeWrong: 'Nothing was sent. See what is marked.',
  wrongCount: (count: number, least: number, most: number) => {
    const wanted =
      most === Infinity
        ? `at least ${number(least)}`
        : least === most
          ? `exactly ${number(least)}`
          : least === 0
            ? `at most ${number(most)}`
            : `from ${number(least)} to ${number(most)}`;
    return `Choose ${wanted}: you named ${number(count)}. Put commas between them.`;
  },
  secret: (name: string, kind: string) => `The run asks for the secret ${name} (${kind})`,
  value: 'Value',
  hosts: 'Hosts it may be sent to, and no other',
  aHost: 'A host, like api.example.com',
  anotherHost: 'Another host',
  hostFirst: 'Tick at least one host, or add one.',
  store: 'Store',
  refuse: 'Do not give it',
  notGiven: 'Not given.',
  stored: 'Stored. The agent knows only its name.',
  valueFirst: 'Enter a value first.',
} as const;
