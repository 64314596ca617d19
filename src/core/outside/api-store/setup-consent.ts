import { webLimits } from '../web/limits.ts';
import { apiLimits } from './limits.ts';
import { quote } from '../../kernel/quoted.ts';
import type { Says } from '../../kernel/says.ts';
import { changedText, newText } from './changed-text.ts';
import {
  hostOf,
  RATE_WINDOWS,
  secretsOf,
  type ApiProfile,
  type ApiSetupAsk,
  type RateLimit,
} from './model.ts';
import { say } from './says.ts';

const { shownUrlChars } = webLimits;
const { shownNameChars, shownPlaceChars } = apiLimits;

/**
 * The question to the owner before an `api_setup` call, and the host that it concerns in `to` (null
 * for a profile as a whole). Null if nothing changes: `list`, `view`, and a `bootstrap` that can only make a draft.
 * All facts come from the input, except the present text of an updated profile (`before`). The text of the profile
 * comes last.
 */
export function consentToSetup(
  { action, id, profile = {}, url }: ApiSetupAsk,
  before: ApiProfile | null,
): { readonly to: string | null; readonly says: readonly Says[] } | null {
  // As `api_setup` reads it.
  const which = quote(
    (action === 'create' || action === 'bootstrap' ? (profile.id ?? id) : (id ?? profile.id)) ?? '',
    shownNameChars,
  );
  const place = profile.base_url === undefined ? null : placeOf(profile.base_url);
  const register = say('api.register', {
    id: which,
    name: profile.name === undefined ? null : quote(profile.name, shownNameChars),
    address: place && quote(place.shown),
  });
  switch (action) {
    case 'list':
    case 'view':
      return null;
    case 'delete':
      return { to: null, says: [say('api.delete', { id: which })] };
    case 'bootstrap': {
      if (place === null || profile.auth === undefined) return null;
      const from = say('api.endpoints-from', { url: url === undefined ? null : quote(url, shownUrlChars) });
      return {
        to: place.host,
        says: [
          register,
          from,
          MAY_READ,
          ...use(profile, place.host),
          ...limits(profile, null),
          ...newText(profile),
        ],
      };
    }
    case 'create':
      return {
        to: place?.host ?? null,
        says: [
          register,
          MAY_READ,
          ...use(profile, place?.host ?? null),
          ...limits(profile, null),
          ...newText(profile),
        ],
      };
    case 'update': {
      const fields = before === null ? Object.keys(profile).filter((key) => key !== 'id') : [];
      return {
        to: place?.host ?? null,
        says: [
          say('api.change', { id: which, fields }),
          ...(place === null ? [] : [say('api.address', { address: quote(place.shown) }), MAY_READ]),
          ...limits(profile, before),
          ...use(profile, place?.host ?? null),
          ...(before === null ? [] : changedText(before, profile)),
        ],
      };
    }
  }
}

const MAY_READ = say('api.may-read');

const limits = ({ rate_limit }: Partial<ApiProfile>, before: ApiProfile | null): readonly Says[] =>
  rate_limit === undefined
    ? []
    : [
        say('api.limits', {
          limits: eachOf(rate_limit),
          before: before && eachOf(before.rate_limit ?? {}),
        }),
      ];

const eachOf = (limit: RateLimit): readonly Says[] =>
  RATE_WINDOWS.flatMap((per) => {
    const requests = limit[`requests_per_${per}`];
    return requests === undefined ? [] : [say('api.limit', { requests, per })];
  });

function use({ auth }: Partial<ApiProfile>, host: string | null): readonly Says[] {
  const names = secretsOf(auth);
  return names.length === 0 ? [] : [say('api.secrets', { names, host })];
}

function placeOf(text: string): { readonly host: string; readonly shown: string } | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return {
    host: hostOf(url),
    shown: `${url.protocol}//${hostOf(url)}${url.pathname}`.slice(0, shownPlaceChars),
  };
}
