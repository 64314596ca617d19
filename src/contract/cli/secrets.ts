import { secrets as routes } from '../http/secrets.ts';
import type { CommandRow } from './command.ts';
import { commandsOf } from './from-route.ts';
import { say } from './says.ts';

export { TOOL_SERVER_SECRET } from '../../core/trust/secrets/model.ts';

/** What the commands of secrets do where the engine stops, or has none of the name. */
export const words = { whenGone: say('gone.secrets'), whenNothing: say('nothing.secret') };

const below: readonly CommandRow[] = [
  {
    name: 'list',
    json: true,
    own: 'secret list',
  },
  {
    name: 'set',
    args: [{ name: 'name' }],
    options: [{ name: 'hosts', value: 'list' }],
    own: 'secret set',
  },
  commandsOf(routes, words)('delete', 'secrets.delete', {
    args: { name: 'name' },
    done: ({ args: [name = ''] }) => say('terminal.secret_deleted', { name }),
  }),
];

export const secrets: readonly CommandRow[] = [
  {
    name: 'secret',
    json: true,
    commands: below,
    own: 'secret list',
  },
];
