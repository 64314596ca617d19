import type { apis } from '../../../contract/agent/apis.ts';
import type { ResultNamed } from '../../../contract/row.ts';
import { inEnglish } from '../../../contract/words/english.ts';
import { apiLimits } from '../../../core/outside/api-store/limits.ts';
import { trusted, modelText, type MarkUntrusted, type Renderers, type ModelText } from './model-text.ts';

type Result = ResultNamed<typeof apis, 'api_setup'>;
type Bootstrapped = Extract<Result, { readonly action: 'bootstrap' }>['made'];
type Listed = Extract<Result, { readonly action: 'list' }>['profiles'];

export const apisRenderers: Renderers<(typeof apis)[number]> = {
  api_setup: (result, marked) => {
    switch (result.action) {
      case 'list':
        return toldList(result.profiles, marked);
      case 'view':
        return toldProfile(result.profile, marked);
      case 'create':
        return toldStored('is registered', result.profile, result.isLarge);
      case 'update':
        return toldStored('is changed', result.profile, result.isLarge);
      case 'delete':
        return modelText`The profile ${trusted(result.id)} is deleted.`;
      case 'bootstrap':
        return toldBootstrapped(result.made, result.isLarge, marked);
    }
  },
};

function toldList(profiles: Listed, marked: MarkUntrusted): ModelText {
  if (profiles.length === 0) return modelText`No API is registered.`;
  const lines = profiles.map(
    ({ id, name, base_url, description }) => `${id}: ${name}, ${base_url}: ${description}`,
  );
  return modelText`${profiles.length} registered.\n${marked('registered APIs', lines.join('\n'))}`;
}

const toldProfile = (profile: unknown, marked: MarkUntrusted): ModelText =>
  marked('profile of an API', JSON.stringify(profile, null, 1));

function toldStored(what: string, { id }: { readonly id: string }, isLarge: boolean): ModelText {
  const large = isLarge
    ? modelText` All profiles together are longer than ${apiLimits.promptBytes / 1000} kB, and every request contains them: shorten them.`
    : modelText``;
  return modelText`The profile ${trusted(id)} ${trusted(what)}. http_request uses it at once, and your instructions contain it from the next task on.${large}`;
}

function toldBootstrapped(made: Bootstrapped, isLarge: boolean, marked: MarkUntrusted): ModelText {
  const leftOut = (count: number): ModelText =>
    count === 0
      ? modelText``
      : modelText` ${count} more endpoints of the document were left out: name the ones you need in paths.`;
  if (made.kind === 'stored')
    return modelText`${toldStored('is registered', made.profile, isLarge)}${leftOut(made.leftOut)}`;
  const { draft, missing } = made;
  const lacks = trusted(missing.map((one) => inEnglish(one)).join(', '));
  return modelText`This is a draft, and nothing was stored. It lacks ${lacks}. Research the API for what is missing, then bootstrap again with it in profile, or create.${leftOut(draft.leftOut)}\n${toldProfile(draft.profile, marked)}`;
}
