import { saying, type Quoted, type QuotedValue, type Says } from '../../kernel/says.ts';

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

export const say = saying<ApiSays>();
