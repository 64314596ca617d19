import { saying, type Quoted, type QuotedValue, type Says, type Plain } from '../../kernel/says.ts';

/** What would become of the profile of an API. */
export interface ApiSays {
  'api.view': Record<never, never>;
  'api.delete': { id: Quoted };
  /** `address`: null, one that is missing. */
  'api.register': { id: Quoted; name: Quoted | null; address: Quoted | null };
  'api.endpoints-from': { url: Quoted | null };
  /** After a yes the agent may read there without asking, and tell what it knows. */
  'api.may-read': Record<never, never>;
  /** `fields`: where they are not told one by one. */
  'api.change': { id: Quoted; fields: readonly string[] };
  'api.address': { address: Quoted };
  /** `before`: null for a new profile. */
  'api.limits': { limits: readonly Says[]; before: readonly Says[] | null };
  'api.limit': { requests: number; per: string };
  'api.secrets': { names: readonly string[]; host: string | null };
  /** Texts of a field, each between quotation marks. */
  'api.field': { field: string; texts: QuotedValue };
  /** A field of one text; null: it is not there. What is left out of its beginning and its end does not change. */
  'api.field-becomes': {
    field: string;
    before: Quoted | null;
    after: Quoted | null;
    isFromStart: boolean;
    isToEnd: boolean;
  };
  /** A field of several texts. */
  'api.list-becomes': { field: string; gone: readonly Quoted[]; come: readonly Quoted[] };
  'api.list-reordered': { field: string };
}

/** Why something is refused. */
export interface ApiProblems extends Plain<
  | 'api.api_profile_exists'
  | 'api.api_profile_busy'
  | 'api.api_file_in_the_way'
  | 'api.document_unreadable'
  | 'api.not_given_base_url'
  | 'api.not_given_auth'
  | 'api.id'
  | 'api.base_url'
  | 'api.id_stays'
  | 'api.no_change'
  | 'api.together'
  | 'api.more_secrets'
  | 'api.looks_secret'
  | 'api.https_only'
  | 'api.no_folder'
> {
  'api.api_profile_not_found': { near: readonly string[] };
  'api.api_profile_incomplete': { missing: readonly Says[]; isByAgent: boolean };
  /** Of the fields that make a profile useful, one that is missing or not whole. */
  'api.lacks': { field: string };
  'api.malformed': { faults: readonly Says[] };
  'api.no_api_profile': { host: string };
  'api.rate_limited': { host: string; window: string; max: number; seconds: number };
  /** `share`: how many of them one member may make. */
  'api.rate_share_used': { host: string; window: string; max: number; share: number; seconds: number };
  'api.set_by_profile': { isHeader: boolean; name: Quoted };
  'api.https_needed': { names: readonly string[]; host: string };
  'api.document_long': { kb: number };
  'api.wrong': { place: string; why: Says };
  'api.wrong_file': { why: Says };
  'api.other_name': { id: string };
  'api.no_secret': { name: string; near: readonly string[] };
  'api.change_long': { length: number; most: number };
  'api.left_out': { file: string; why: readonly Says[] };
}

export const say = saying<ApiSays & ApiProblems>();
