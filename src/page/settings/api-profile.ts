import type { RequestTo } from '../../contract/client.ts';
import type { Answer, Rows } from '../engine/client.ts';

export type ShownProfile = Answer<'apis.list'>['profiles'][number];
export type ProfileBody = RequestTo<Rows['apis.save']>['body'];

const WINDOWS = ['second', 'minute', 'hour', 'day'] as const;
const TEXTS = ['guidelines', 'avoid', 'notes'] as const;

/** A profile as its form has it: lists with an entry on each line. */
export interface TypedProfile {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly description: string;
  readonly auth: 'none' | 'basic' | 'bearer' | 'header' | 'query';
  /** The name of the header or of the parameter. */
  readonly place: string;
  readonly instructions: string;
  readonly second: string;
  readonly minute: string;
  readonly hour: string;
  readonly day: string;
  /** Each `GET /path What it does`. */
  readonly endpoints: string;
  readonly guidelines: string;
  readonly avoid: string;
  readonly notes: string;
}

export const NEW_PROFILE: TypedProfile = {
  id: '',
  name: '',
  address: '',
  description: '',
  auth: 'none',
  place: '',
  instructions: '',
  second: '',
  minute: '',
  hour: '',
  day: '',
  endpoints: '',
  guidelines: '',
  avoid: '',
  notes: '',
};

export function typedFrom(profile: ShownProfile): TypedProfile {
  const { id, name, base_url: address, description, auth, rate_limit: limit = {}, endpoints = [] } = profile;
  const windows = WINDOWS.map((window) => [window, String(limit[`requests_per_${window}`] ?? '')]);
  const texts = TEXTS.map((field) => [field, (profile[field] ?? []).join('\n')]);
  return {
    ...NEW_PROFILE,
    id,
    name,
    address,
    description,
    auth: auth?.type ?? 'none',
    place: auth?.header_name ?? auth?.query_param ?? '',
    instructions: auth?.instructions ?? '',
    endpoints: endpoints
      .map(({ method, path, description: what = '' }) => `${method} ${path} ${what}`.trim())
      .join('\n'),
    ...(Object.fromEntries([...windows, ...texts]) as Partial<TypedProfile>),
  };
}

/** What is sent. A number that is none is sent as it is typed, so that the engine says what is wrong with it. */
export function bodyFrom(typed: TypedProfile): ProfileBody {
  const { name, address, description, auth, place, instructions } = typed;
  const limits = WINDOWS.filter((window) => typed[window].trim() !== '').map((window) => [
    `requests_per_${window}`,
    Number(typed[window]),
  ]);
  const endpoints = linesOf(typed.endpoints).map((line) => {
    const [, method = '', path = '', what = ''] = /^(\S+)\s*(\S*)\s*(.*)$/u.exec(line) ?? [];
    return { method: method.toUpperCase(), path, ...(what === '' ? {} : { description: what }) };
  });
  const placeField = auth === 'header' ? 'header_name' : 'query_param';
  const hasPlace = (auth === 'header' || auth === 'query') && place.trim() !== '';
  return {
    name: name.trim(),
    base_url: address.trim(),
    description: description.trim(),
    ...(auth === 'none'
      ? {}
      : {
          auth: {
            type: auth,
            ...(hasPlace ? { [placeField]: place.trim() } : {}),
            ...(instructions.trim() === '' ? {} : { instructions: instructions.trim() }),
          },
        }),
    ...(limits.length === 0 ? {} : { rate_limit: Object.fromEntries(limits) as object }),
    ...(endpoints.length === 0 ? {} : { endpoints }),
    ...Object.fromEntries(
      TEXTS.filter((field) => linesOf(typed[field]).length > 0).map((field) => [
        field,
        linesOf(typed[field]),
      ]),
    ),
  };
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
