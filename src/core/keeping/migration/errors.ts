import {
  conflict,
  forbidden,
  gone,
  impossible,
  invalid,
  notFound,
  refusalsInText,
  storageFull,
  unavailable,
  upstream,
  upstreamTimeout,
} from '../../kernel/refusal.ts';

/** Refusals of the engine that receives; the one that sends knows them by their codes. */
const ofTheTarget = {
  migration_not_accepted: notFound(
    'No migration is accepted there now. On that machine, svc migrate accept opens its engine for 24 hours and prints a token, which is good for one migration.',
  ),
  migration_proof_wrong: forbidden(
    'The migration token is wrong, or something on the way has changed the handshake. Nothing was sent.',
  ),
  migration_busy: unavailable('Too many wrong migration tokens were tried. Wait a moment, then try again.'),
  migration_session_unknown: gone(
    'This session of a migration has ended. The sending engine begins another one and goes on where it was.',
  ),
  migration_altered: impossible(
    'A message of the migration is not what the other engine sent: it was changed, cut or repeated on the way. Nothing of it was kept.',
  ),
  migration_out_of_order: conflict('This chunk comes too early: another one is missing before it.'),
  migration_incomplete: conflict('Not everything has arrived yet, so nothing can be restored.'),
  migration_unusable: impossible('The engine that receives cannot use what the manifest describes.'),
  migration_not_empty: conflict(
    'The engine that receives has data, files, secrets or settings of its own. To replace it, accept the migration there with svc migrate accept --replace; a safety backup of it is made before.',
  ),
  migration_key_unusable: impossible(
    'The vault of the engine that receives has no usable key, so the secrets could not be sealed there. Give it one (see SVC_VAULT_KEY), then try again.',
  ),
  migration_space: storageFull(
    'The engine that receives has too little free space. Free some there, then try again: what has arrived is kept.',
  ),
} as const;

/** Refusals and failures of the engine that sends. */
const ofTheSource = {
  migration_hosted: forbidden(
    'A host runs this engine, and it cannot be moved away from there, nor accept what its host did not arrange. Use an export instead.',
  ),
  migration_in_progress: conflict(
    'Another migration is in progress. Wait for its end, or stop it with svc migrate stop.',
  ),
  migration_url: invalid(
    'This is not the address of an engine: give one like https://svc.example, or http:// with an address in your own network, like http://192.168.1.20:3100.',
  ),
  migration_address: invalid('The engine does not go to this address.'),
  migration_token_invalid: invalid(
    'This is not a migration token: it has from 32 to 256 letters, digits, and - or _ in it. svc migrate accept prints one.',
  ),
  migration_vault_locked: conflict(
    'The key of the vault is missing, so its secrets could not be read at the other engine. Give the key (svc secret status says why it is missing), then try again.',
  ),
  migration_target_away: upstreamTimeout('The other engine could not be reached.'),
  migration_target_unproven: upstream(
    'The other engine could not prove that it knows the migration token, so nothing was sent. Is it the right address? Something on the way may pose as it.',
  ),
  migration_target_refused: upstream(
    'The other engine refused the migration, and gave no reason that is known here.',
  ),
  migration_target_failed: upstream(
    'The other engine failed at this. Its log says why; what has arrived there is kept, so run the same again once that is mended.',
  ),
  migration_undone: upstream('The other engine could not start on the data, and is as it was before.'),
  migration_interrupted: unavailable(
    'This engine stopped meanwhile. What has arrived at the other engine is kept: run the same again to go on.',
  ),
  migration_stopped: conflict(
    'The migration was stopped. Nothing was changed here, nor at the other engine.',
  ),
} as const;

export const refuse = refusalsInText({ ...ofTheTarget, ...ofTheSource });

export type TargetCode = keyof typeof ofTheTarget;

export const isTargetCode = (code: unknown): code is TargetCode =>
  typeof code === 'string' && Object.hasOwn(ofTheTarget, code);
