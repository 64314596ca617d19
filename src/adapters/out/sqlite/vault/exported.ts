import { leftOut, type TableExport } from '../exported.ts';

const NOT_IN =
  'the values are not in the export; a name must not be bound to a host before its owner has set it again';
const SEALED = 'the value of a secret leaves only for the hosts it is bound to';

/** Each table of vault.db in the export, or why it is not there. */
export const exported: Readonly<Record<string, TableExport>> = {
  vault: { leftOut: 'it is part of the key' },
  keys: { leftOut: 'keys open secrets' },
  secrets: {
    section: 'secrets',
    says: 'names of secrets; their values are not in the export',
    columns: { key_id: leftOut(SEALED, () => null), sealed: leftOut(SEALED, () => null) },
    notImported: NOT_IN,
  },
  bindings: { section: 'secretBindings', says: 'hosts that a secret may go to', notImported: NOT_IN },
  profile_bindings: {
    section: 'profileBindings',
    says: 'hosts that a secret may go to in requests of an API profile',
    notImported: NOT_IN,
  },
};
