import { CAPITALS } from '../../core/kernel/patterns.ts';
import { Type } from 'typebox';
import { secretLimits } from '../../core/trust/secrets/limits.ts';
import { tool } from '../row.ts';
import { closed } from '../shapes.ts';

const { promptChars, kindChars, hosts } = secretLimits;

const Words = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', description });

export const secrets = [
  tool({
    name: 'ask_secret',
    family: 'secrets',
    summary:
      'Asks your owner for a password, key or token, and waits for up to a day. You never see its value: it is ' +
      'stored in the vault, and you refer to it as secret:NAME. Never ask for one with ask_user.',
    input: Type.Object(
      {
        name: Type.String({
          pattern: CAPITALS,
          description: 'Its name, like GITHUB_TOKEN',
        }),
        prompt: Words(promptChars, 'What it is for and where your owner can get it, in a sentence or two'),
        key_type: Type.Optional(Words(kindChars, 'Its kind, like api_key, password or token')),
        hosts: Type.Optional(
          Type.Array(Words(255, 'Like api.github.com'), {
            maxItems: hosts,
            description: 'The hosts to send it to; your owner decides',
          }),
        ),
        replace: Type.Optional(
          Type.Boolean({
            description: 'True to ask for a replacement of a stored one that has stopped working',
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
