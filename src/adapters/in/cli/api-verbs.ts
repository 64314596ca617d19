import { EXIT, type ApiVerbs } from '../../../contract/cli/commands.ts';
import { ProblemError } from '../../../contract/client.ts';
import { apiInFull, listOfApis } from './api-text.ts';
import { isLostConnection, type Attached } from './attach.ts';
import { onOneLine } from './terminal-text.ts';

export interface ApiVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** `svc api`: what is registered. Only the agent, asked by its owner, and whoever edits the files change it. */
export function apiVerbs({ attachedOrOwn, out, err }: ApiVerbDeps): ApiVerbs {
  async function withEngine(act: (engine: Attached) => Promise<void>): Promise<number> {
    const refused = (line: string): number => {
      err(`svc: ${onOneLine(line)}\n`);
      return EXIT.refused;
    };
    const engine = await attachedOrOwn();
    try {
      await act(engine);
      return EXIT.done;
    } catch (error) {
      if (error instanceof ProblemError) return refused(error.problem.detail);
      if (!isLostConnection(error)) throw error;
      return refused('the engine went away. Try again.');
    } finally {
      await engine.close();
    }
  }

  return {
    list: ({ json }) =>
      withEngine(async ({ client }) => {
        const { profiles } = await client['apis.list']();
        if (json) out(`${JSON.stringify({ profiles })}\n`);
        else if (profiles.length === 0) err(`${listOfApis(profiles)}\n`);
        else out(`${listOfApis(profiles)}\n`);
      }),

    show: ({ id, json }) =>
      withEngine(async ({ client }) => {
        const profile = await client['apis.get']({ params: { id } });
        out(json ? `${JSON.stringify(profile)}\n` : `${apiInFull(profile)}\n`);
      }),
  };
}
