import { conflict, impossible, invalid, notFound, refusals } from '../../kernel/refusal.ts';

export const refuse = refusals({
  secret_not_found: notFound('No secret has this name.'),
  secret_not_for_host: impossible('This secret may not be sent to this host.'),
  invalid_secret: invalid('This cannot be stored as a secret.'),
  secret_unreadable: conflict('The key of this vault cannot decrypt a secret.'),
  secret_hosts_changed: conflict('The hosts of this secret were changed outside of svc.'),
  vault_locked: conflict('The vault cannot be opened, so secrets can neither be read nor stored.'),
  rotation_in_progress: conflict('The key of the vault is already being rotated.'),
  /** For the model. */
  secret_known: conflict('A secret with this name exists.'),
});
