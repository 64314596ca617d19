import type { ApiVerbs } from '../../../contract/cli/apis.ts';
import { apiInFull, listOfApis } from './api-text.ts';
import type { Attached } from './attach.ts';
import { withEngine } from './with-engine.ts';

export interface ApiVerbDeps {
  readonly attachedOrOwn: () => Promise<Attached>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** `svc api`: what is registered. Only the agent, asked by its owner, and whoever edits the files change it. */
export function apiVerbs({ attachedOrOwn, out, err }: ApiVerbDeps): ApiVerbs {
  const ask = withEngine({
    attachedOrOwn,
    err,
    whenGone: 'Try again.',
    whenNothing: 'This is not the id of an API: svc api lists them.',
  });
  return {
    list: ({ json }) =>
      ask(async ({ client }) => {
        const { profiles } = await client['apis.list']();
        if (json) out(`${JSON.stringify({ profiles })}\n`);
        else if (profiles.length === 0) err(`${listOfApis(profiles)}\n`);
        else out(`${listOfApis(profiles)}\n`);
      }),

    show: ({ id, json }) =>
      ask(async ({ client }) => {
        const profile = await client['apis.get']({ params: { id } });
        out(json ? `${JSON.stringify(profile)}\n` : `${apiInFull(profile)}\n`);
      }),
  };
}
