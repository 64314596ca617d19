import { webLimits } from '../web/limits.ts';
import { apiLimits } from './limits.ts';
import { quoted } from '../kernel/quoted.ts';
import { changedText, newText } from './changed-text.ts';
import { hostOf, limitsInWords, secretsOf, type ApiProfile, type ApiSetupAsk } from './model.ts';

const { shownUrlChars } = webLimits;
const { shownNameChars, shownPlaceChars } = apiLimits;

/**
 * The question to the owner before an `api_setup` call, and the host that it concerns in `to` (null
 * for a profile as a whole). Null if nothing changes: `list`, `view`, and a `bootstrap` that can only make a draft.
 * All facts come from the input, except the present text of an updated profile (`before`). The text of the profile
 * comes last, on separate lines. Words of a model or a profile stand in quotes, within one line.
 */
export function consentToSetup(
  { action, id, profile = {}, url }: ApiSetupAsk,
  before: ApiProfile | null,
): { readonly to: string | null; readonly says: string } | null {
  // As `api_setup` reads it.
  const which = quoted(
    (action === 'create' || action === 'bootstrap' ? (profile.id ?? id) : (id ?? profile.id)) ?? '',
    shownNameChars,
  );
  const place = profile.base_url === undefined ? null : placeOf(profile.base_url);
  const named = profile.name === undefined ? which : `${quoted(profile.name, shownNameChars)} (${which})`;
  switch (action) {
    case 'list':
    case 'view':
      return null;
    case 'delete':
      return { to: null, says: `Delete the profile of the API ${which}.` };
    case 'bootstrap':
      if (place === null || profile.auth === undefined) return null;
      return {
        to: place.host,
        says: withText(
          `Register the API ${named} at ${place.shown}. ${fromDocument(url)}${use(profile, place.host)}`,
          newText(profile),
        ),
      };
    case 'create':
      return {
        to: place?.host ?? null,
        says: withText(
          `Register the API ${named} at ${place?.shown ?? 'an address that is missing'}.${use(profile, place?.host)}`,
          newText(profile),
        ),
      };
    case 'update': {
      const changed = Object.keys(profile).filter((key) => key !== 'id');
      const parts = [
        `Change ${changed.join(', ') || 'nothing'} of the API ${which}.`,
        ...(place === null ? [] : [`Its address becomes ${place.shown}.`]),
        ...(profile.rate_limit === undefined
          ? []
          : [`Its rate limits become: ${limitsInWords(profile.rate_limit)}.`]),
      ];
      const says = `${parts.join(' ')}${use(profile, place?.host)}`;
      const text = before === null ? '' : changedText(before, profile);
      return { to: place?.host ?? null, says: withText(says, text) };
    }
  }
}

const fromDocument = (url: string | undefined): string =>
  url === undefined
    ? 'Its endpoints come from an OpenAPI document.'
    : `Its endpoints come from the OpenAPI document ${quoted(url, shownUrlChars)}.`;

function use({ auth }: Partial<ApiProfile>, host: string | undefined): string {
  const names = secretsOf(auth);
  if (names.length === 0) return '';
  const to = host === undefined ? '' : ` for ${host}`;
  return ` It may use the secret${names.length > 1 ? 's' : ''} ${names.join(' and ')}${to}.`;
}

function placeOf(text: string): { readonly host: string; readonly shown: string } | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return {
    host: hostOf(url),
    shown: `${url.protocol}//${hostOf(url)}${url.pathname}`.slice(0, shownPlaceChars),
  };
}

const withText = (says: string, text: string): string => (text === '' ? says : `${says}\n${text}`);
