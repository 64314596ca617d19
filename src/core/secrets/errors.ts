import { conflict, impossible, invalid, notFound, refusals } from '../kernel/refusal.ts';

export const refuse = refusals({
  secret_not_found: notFound('There is no secret with this name.'),
  secret_not_for_host: impossible('This secret may not be sent to this host.'),
  invalid_secret: invalid('This cannot be kept as a secret.'),
  secret_unreadable: conflict('A secret cannot be read with the key of this vault.'),
  vault_locked: conflict('The vault cannot be opened, so secrets can neither be read nor kept.'),
  rotation_in_progress: conflict('The key of the vault is being rotated already.'),
  /** For the model. */
  secret_known: conflict('There is a secret with this name already.'),
});
