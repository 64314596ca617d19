import { Type } from 'typebox';
import { secretLimits } from '../../core/secrets/limits.ts';
import { tool } from '../row.ts';
import { closed } from '../shapes.ts';

const { promptChars, kindChars, hosts } = secretLimits;

const Words = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', description });

export const secrets = [
  tool({
    name: 'ask_secret',
    does:
      'Asks your owner for a password, key or token, and waits for a day if need be. You never see its value: it is ' +
      'stored in the vault, and you refer to it as secret:NAME. Never ask for one with ask_user.',
    input: Type.Object(
      {
        name: Type.String({
          pattern: '^[A-Z][A-Z0-9_]{0,63}$',
          description: 'What it is to be called, like GITHUB_TOKEN',
        }),
        prompt: Words(promptChars, 'What it is for and where your owner gets it, in a sentence or two'),
        key_type: Type.Optional(Words(kindChars, 'What it is, like api_key, password or token')),
        hosts: Type.Optional(
          Type.Array(Words(255, 'Like api.github.com'), {
            maxItems: hosts,
            description: 'The hosts that it is to be sent to; your owner decides',
          }),
        ),
        replace: Type.Optional(
          Type.Boolean({
            description: 'True to ask again for one that is stored and does not work any more',
          }),
        ),
      },
      closed,
    ),
    effect: 'read',
    consent: 'read',
    waitsForPerson: true,
    handle: (
      { prompts },
      { name, prompt, key_type: keyType = 'secret', hosts: places = [], replace = false },
      call,
    ) => prompts.askSecret({ name, prompt, keyType, hosts: places, replace }, call),
  }),
];
