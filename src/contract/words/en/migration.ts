import type { MigrationProblems } from '../../../core/keeping/migration/says.ts';
import type { Words } from '../says.ts';
import { quoted } from './forms.ts';

export const migration: Words<MigrationProblems> = {
  'migration.migration_not_accepted':
    'No migration is accepted there now. On that machine, svc migrate accept opens its engine for 24 hours and prints a token, which is good for one migration.',
  'migration.migration_proof_wrong':
    'The migration token is wrong, or something on the way has changed the handshake. Nothing was sent.',
  'migration.migration_busy': 'Too many wrong migration tokens were tried. Wait a moment, then try again.',
  'migration.migration_session_unknown':
    'This session of a migration has ended. The sending engine begins another one and goes on where it was.',
  'migration.migration_altered':
    'A message of the migration is not what the other engine sent: it was changed, cut or repeated on the way. Nothing of it was kept.',
  'migration.migration_out_of_order': 'This chunk comes too early: another one is missing before it.',
  'migration.migration_incomplete': 'Not everything has arrived yet, so nothing can be restored.',
  'migration.migration_unusable': 'The engine that receives cannot use what the manifest describes.',
  'migration.migration_not_empty':
    'The engine that receives has data, files, secrets or settings of its own. To replace it, accept the migration there with svc migrate accept --replace; a safety backup of it is made before.',
  'migration.migration_key_unusable':
    'The vault of the engine that receives has no usable key, so the secrets could not be sealed there. Give it one (see SVC_VAULT_KEY), then try again.',
  'migration.migration_space':
    'The engine that receives has too little free space. Free some there, then try again: what has arrived is kept.',
  'migration.migration_hosted':
    'A host runs this engine, and it cannot be moved away from there, nor accept what its host did not arrange. Use an export instead.',
  'migration.migration_in_progress':
    'Another migration is in progress. Wait for its end, or stop it with svc migrate stop.',
  'migration.migration_url':
    'This is not the address of an engine: give one like https://svc.example, or http:// with an address in your own network, like http://192.168.1.20:3100.',
  'migration.migration_address': 'The engine does not go to this address.',
  'migration.migration_token_invalid':
    'This is not a migration token: it has from 32 to 256 letters, digits, and - or _ in it. svc migrate accept prints one.',
  'migration.migration_vault_locked':
    'The key of the vault is missing, so its secrets could not be read at the other engine. Give the key (svc secret status says why it is missing), then try again.',
  'migration.migration_target_away': 'The other engine could not be reached.',
  'migration.migration_target_unproven':
    'The other engine could not prove that it knows the migration token, so nothing was sent. Is it the right address? Something on the way may pose as it.',
  'migration.migration_target_refused':
    'The other engine refused the migration, and gave no reason that is known here.',
  'migration.migration_target_failed':
    'The other engine failed at this. Its log says why; what has arrived there is kept, so run the same again once that is mended.',
  'migration.migration_undone': 'The other engine could not start on the data, and is as it was before.',
  'migration.migration_interrupted':
    'This engine stopped meanwhile. What has arrived at the other engine is kept: run the same again to go on.',
  'migration.migration_stopped':
    'The migration was stopped. Nothing was changed here, nor at the other engine.',
  'migration.address_alone': 'Give the address of the engine alone, without a path behind it.',
  'migration.own_address': 'This is an address of this engine itself.',
  'migration.plain_http':
    'Plain http goes only to an address in your own network that you type as numbers, like http://192.168.1.20:3100. Everywhere else use https.',
  'migration.kept': 'What has arrived there is kept: run the same again to go on.',
  'migration.nothing_sent':
    'Nothing was sent. Check the address, and that the other engine runs and is open to this machine; then run the same again.',
  'migration.fault': 'The migration failed. The log of the engine says why. Nothing was changed here.',
  'migration.cannot_use':
    'The other engine has checked what arrived and cannot use it, and is as it was before.',
  'migration.unknown_name':
    'The other engine does not know the name in this address as its own. Use its IP address, or add the name to SVC_ALLOWED_HOSTS there.',
  'migration.encrypted': 'The manifest describes an encrypted copy, which no migration sends.',
  'migration.moved':
    'Everything up to that moment is at the other engine, which has restarted with it. Here nothing was changed, and this engine goes on working: what comes to it from now on is not there.',
  'migration.twice':
    'What both engines do by themselves would now happen twice: at the other one, triggers wait until you confirm them (svc trigger). Switch them off here, or stop this engine, before you do that.',
  'migration.workspace_stays':
    'The workspace is a folder outside the data directory here, so its files did not move: copy them yourself.',
  'migration.other_says': ({ words }) => `It says: ${quoted(words)}`,
  'migration.no_host': ({ host }) => `No address is known for the host ${quoted(host)}.`,
  'migration.never': ({ host }) =>
    `The host ${quoted(host)} leads to an address that is never connected to, like those where clouds keep the secrets of a machine.`,
  'migration.no_answer': ({ at, why }) =>
    `Nothing answers at ${at}${why === null ? '' : `: ${REASONS[why] ?? why}`}.`,
  'migration.lost': ({ at, why }) => `The connection to ${at} was lost: ${REASONS[why] ?? why}.`,
  'migration.untrusted': ({ at, why }) =>
    `A machine answers at ${at}, but this one does not trust its certificate (${CERTIFICATES[why] ?? why}). In your own network, enter its address as svc migrate accept shows it, with http:// and numbers: what is sent is encrypted for that engine in any case. Elsewhere, give that machine a certificate that is trusted.`,
  'migration.no_https': ({ at }) =>
    `A machine answers at ${at}, but it does not speak https. In your own network, enter the address with http:// in front.`,
  'migration.no_engine': ({ status }) =>
    `There is no engine at this address that could receive a migration (it answered ${status}). Is it the address of an engine of this version?`,
  'migration.stray': ({ path }) => `The manifest lists ${quoted(path)}, which does not move.`,
  'migration.older': ({ version }) =>
    `The data is of version ${version} of svc, and the engine that receives is older. Install that version there, or a newer one.`,
  'migration.skipped': ({ count }) =>
    `${count === 1 ? 'One entry' : `${count} entries`} of the workspace did not move: links, special files, or what could not be read.`,
  'migration.before': ({ backupId }) => `What the other engine had before is in its backup ${backupId}.`,
};

const CERTIFICATES: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it has made it itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its authority is not known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its authority is not known here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its authority is not known here',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another address',
};

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no program listens there',
  EHOSTUNREACH: 'no way leads to that machine',
  ENETUNREACH: 'no way leads to that network',
  ETIMEDOUT: 'that machine did not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'that machine did not answer in time',
  ECONNRESET: 'the other side ended it',
  EPIPE: 'the other side ended it',
  UND_ERR_SOCKET: 'the other side ended it',
};
