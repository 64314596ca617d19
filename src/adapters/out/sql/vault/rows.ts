import type { RingKey, SealedSecret } from '../../../../core/trust/secrets/model.ts';

export interface KeyRow {
  readonly key_id: string;
  readonly created_at: number;
  readonly retired_at: number | null;
  readonly wrapped: Uint8Array | null;
}

export interface SecretRow {
  readonly name: string;
  readonly key_id: string;
  readonly sealed: Uint8Array;
  /** Missing in a vault that is looked at before its migration. */
  readonly hosts_json?: string | null;
  readonly updated_at: number;
}

export const keyFrom = ({ key_id, created_at, retired_at, wrapped }: KeyRow): RingKey => ({
  keyId: key_id,
  createdAt: created_at,
  retiredAt: retired_at,
  wrapped,
});

export const secretFrom = ({
  name,
  key_id,
  sealed,
  hosts_json = null,
  updated_at,
}: SecretRow): SealedSecret => ({
  name,
  keyId: key_id,
  sealed,
  hosts: hosts_json === null ? null : (JSON.parse(hosts_json) as readonly string[]),
  updatedAt: updated_at,
});
