import { EXIT } from '../../../contract/cli/command.ts';
import type { SecretVerbDeps } from './secret-verbs.ts';
import { onOneLine } from './terminal-text.ts';
import { withEngine } from './with-engine.ts';
import { say as sayOf } from '../../../contract/cli/says.ts';

/** `svc mcp login NAME --token`: the token comes from a prompt or stdin, never from the command line. */
export const toolServerToken =
  ({ attachedOrOwn, err, tell, readSecret }: SecretVerbDeps) =>
  async (name: string): Promise<number> => {
    const say = (line: string) => err(`${onOneLine(line)}\n`);
    const given = await readSecret();
    if (given === null) return EXIT.refused;
    const token = given.trim();
    if (token === '') {
      say(`svc: ${tell(sayOf('terminal.no_token_given'))}`);
      return EXIT.refused;
    }
    const ask = withEngine({
      attachedOrOwn,
      err,
      tell,
      whenGone: sayOf('gone.tool_servers'),
      whenNothing: sayOf('nothing.tool_server'),
    });
    return await ask(async ({ client }) => {
      await client['tool-servers.useToken']({ params: { name }, body: { token } });
      say(tell(sayOf('terminal.token_kept', { name })));
    });
  };
