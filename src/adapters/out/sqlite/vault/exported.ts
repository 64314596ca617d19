import { say } from '../../../../core/keeping/backups/says.ts';
import { TOOL_SERVER_LOGIN, TOOL_SERVER_SECRET } from '../../../../core/trust/secrets/model.ts';
import { type TableExport, kept, leftOut } from '../exported.ts';
import { list, text } from '../shape.ts';

const NOT_IN =
  'the values are not in the export; a name must not be bound to a host before its owner has set it again';
const SEALED = 'the value of a secret leaves only for the hosts it is bound to';

/** A value of this machine with that name must not go where another machine says. */
const UNKNOWN_NAME = 'name NOT IN (SELECT name FROM secrets)';
const HOSTS_CLEARED = say('arrived.hosts');
/** What clients of this engine show, and what this engine shows at tool servers. */
const LETS_IN = `name = '${TOOL_SERVER_SECRET}' OR substr(name, 1, ${TOOL_SERVER_LOGIN.length}) = '${TOOL_SERVER_LOGIN}'`;
const LOGINS_CLEARED = say('arrived.logins');

/** Each table of vault.db in the export, or why it is not there. */
export const exported: Readonly<Record<string, TableExport>> = {
  vault: { arriving: { columns: kept('one', 'salt', 'all_sealed_at') }, leftOut: 'it is part of the key' },
  keys: {
    arriving: { columns: kept('key_id', 'created_at', 'retired_at', 'wrapped') },
    leftOut: 'keys open secrets',
  },
  secrets: {
    arriving: {
      without: LETS_IN,
      told: LOGINS_CLEARED,
      columns: {
        ...kept('name', 'key_id', 'sealed', 'updated_at'),
        hosts_json: { holds: list(text) },
      },
    },
    section: 'secrets',
    says: 'names of secrets; their values are not in the export',
    columns: {
      key_id: leftOut(SEALED, () => null),
      sealed: leftOut(SEALED, () => null),
      hosts_json: leftOut(SEALED, () => null),
    },
    notImported: NOT_IN,
  },
  bindings: {
    arriving: { without: UNKNOWN_NAME, told: HOSTS_CLEARED, columns: kept('name', 'place', 'host') },
    section: 'secretBindings',
    says: 'hosts that a secret may go to',
    notImported: NOT_IN,
  },
  profile_bindings: {
    arriving: { without: UNKNOWN_NAME, told: HOSTS_CLEARED, columns: kept('profile', 'name', 'host') },
    section: 'profileBindings',
    says: 'hosts that a secret may go to in requests of an API profile',
    notImported: NOT_IN,
  },
};
