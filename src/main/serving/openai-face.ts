import { directWay } from '../../adapters/in/http/direct/way.ts';
import type { RowDeps } from '../../adapters/in/http/carry-out.ts';
import type { Face } from '../../adapters/in/http/face.ts';
import { socketRows } from '../../contract/http/rows.ts';
import { facePath, faceOperations } from '../../contract/http/faces.ts';
import type { Services } from '../../core/features.ts';
import type { Platform } from '../platform.ts';
import { clientWith } from './client-with.ts';

/** The face for clients of the OpenAI API; loaded with its first request. */
export function openaiFace(
  served: Pick<RowDeps, 'services' | 'duringRestore'>,
  servicesNow: () => Services | null,
  platform: Platform,
  { strict, publicUrl }: { readonly strict: boolean; readonly publicUrl: string | null },
): Face {
  const rows = Object.fromEntries(faceOperations.map((one) => [one, socketRows[one]])) as Pick<
    typeof socketRows,
    (typeof faceOperations)[number]
  >;
  const { client } = directWay(rows, {
    ...platform,
    ...served,
    strict,
    proof: null,
    byToken: async (token) => await served.services().signIn.byToken(token, { records: false }),
  });
  const load = async () => await import('../../adapters/in/faces/openai/face.ts');
  const now = () => platform.clock.now();
  return {
    path: facePath,
    isOn: () => servicesNow()?.faces.isOn('openai') ?? false,
    answer: async ({ token, origin, ...call }) =>
      await (
        await load()
      ).answer({ ...call, origin: publicUrl ?? origin, engine: clientWith(client, token) }, now),
    refused: async (problem) => (await load()).refused(problem),
  };
}
