import type { apis } from '../../../contract/agent/apis.ts';
import type { ResultNamed } from '../../../contract/row.ts';
import { apiLimits } from '../../../core/api-store/limits.ts';
import { own, told, type Material, type Renderers, type Told } from './told.ts';

type Result = ResultNamed<typeof apis, 'api_setup'>;
type Bootstrapped = Extract<Result, { readonly action: 'bootstrap' }>['made'];
type Listed = Extract<Result, { readonly action: 'list' }>['profiles'];

export const apisTold: Renderers<(typeof apis)[number]> = {
  api_setup: (result, material) => {
    switch (result.action) {
      case 'list':
        return toldList(result.profiles, material);
      case 'view':
        return toldProfile(result.profile, material);
      case 'create':
        return toldStored('is registered', result.profile, result.isLarge);
      case 'update':
        return toldStored('is changed', result.profile, result.isLarge);
      case 'delete':
        return told`The profile ${own(result.id)} is deleted.`;
      case 'bootstrap':
        return toldBootstrapped(result.made, result.isLarge, material);
    }
  },
};

function toldList(profiles: Listed, material: Material): Told {
  if (profiles.length === 0) return told`No API is registered.`;
  const lines = profiles.map(
    ({ id, name, base_url, description }) => `${id}: ${name}, ${base_url}: ${description}`,
  );
  return told`${profiles.length} registered.\n${material('registered APIs', lines.join('\n'))}`;
}

const toldProfile = (profile: unknown, material: Material): Told =>
  material('profile of an API', JSON.stringify(profile, null, 1));

function toldStored(what: string, { id }: { readonly id: string }, isLarge: boolean): Told {
  const large = isLarge
    ? told` All profiles together are longer than ${apiLimits.promptBytes / 1000} kB, and every request contains them: shorten them.`
    : told``;
  return told`The profile ${own(id)} ${own(what)}. http_request uses it at once, and your instructions contain it from the next task on.${large}`;
}

function toldBootstrapped(made: Bootstrapped, isLarge: boolean, material: Material): Told {
  const leftOut = (count: number): Told =>
    count === 0
      ? told``
      : told` ${count} more endpoints of the document were left out: name the ones you need in paths.`;
  if (made.kind === 'stored')
    return told`${toldStored('is registered', made.profile, isLarge)}${leftOut(made.leftOut)}`;
  const { draft, missing } = made;
  const lacks = own(missing.join(', '));
  return told`This is a draft, and nothing was stored. It lacks ${lacks}. Research the API for what is missing, then bootstrap again with it in profile, or create.${leftOut(draft.leftOut)}\n${toldProfile(draft.profile, material)}`;
}
