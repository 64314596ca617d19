import type { Insertable, Kysely } from 'kysely';

export interface VaultSchema {
  readonly vault: {
    readonly one: number;
    readonly salt: Uint8Array;
    readonly all_sealed_at: number | null;
  };
  readonly keys: {
    readonly key_id: string;
    readonly created_at: number;
    readonly retired_at: number | null;
    readonly wrapped: Uint8Array | null;
  };
  readonly secrets: {
    readonly name: string;
    readonly key_id: string;
    readonly sealed: Uint8Array;
    readonly hosts_json: string | null;
    readonly updated_at: number;
  };
  readonly bindings: { readonly name: string; readonly place: number; readonly host: string };
  readonly profile_bindings: { readonly profile: string; readonly name: string; readonly host: string };
}

export type Db = Kysely<VaultSchema>;
export type NewKey = Insertable<VaultSchema['keys']>;
