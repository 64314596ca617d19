import { EXIT } from '../../../contract/cli/command.ts';
import type { SecretVerbDeps } from './secret-verbs.ts';
import { onOneLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';

/** `svc mcp login NAME --token`: the token comes from a prompt or stdin, never from the command line. */
export const toolServerToken =
  ({ attachedOrOwn, err, tell, readSecret }: SecretVerbDeps) =>
  async (name: string): Promise<number> => {
    const say = (line: string) => err(`${onOneLine(line)}\n`);
    const given = await readSecret();
    if (given === null) return EXIT.refused;
    const token = given.trim();
    if (token === '') {
      say('svc: there was no token.');
      return EXIT.refused;
    }
    const ask = withEngine({
      attachedOrOwn,
      err,
      tell,
      whenGone: 'svc mcp shows how the servers stand.',
      whenNothing: 'This is not the name of a tool server: svc mcp lists them.',
    });
    return await ask(async ({ client }) => {
      await client['tool-servers.useToken']({ params: { name }, body: { token } });
      say(
        `The token is kept in the vault and sent to ${name} alone. svc mcp shows whether the server takes it.`,
      );
    });
  };
