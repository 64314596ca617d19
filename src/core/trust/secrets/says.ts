import { saying, type Plain, type Quoted } from '../../kernel/says.ts';

/** Why something is refused. */
export interface SecretProblems extends Plain<
  | 'secrets.rotation_in_progress'
  | 'secrets.engine_alone'
  | 'secrets.ask_for_it'
  | 'secrets.listed'
  | 'secrets.no_name'
  | 'secrets.no_host'
  | 'secrets.no_text'
  | 'secrets.held'
  | 'secrets.not_opened'
  | 'secrets.disabled'
  | 'secrets.key_unread'
  | 'secrets.key_uncertain'
  | 'secrets.no_key_in_file'
  | 'secrets.key_gone'
  | 'secrets.bring_key'
  | 'secrets.no_vault'
> {
  'secrets.secret_known': { name: string };
  'secrets.secret_hosts_changed': { name: string };
  'secrets.secret_unreadable': { name: string };
  'secrets.secret_not_trusted': { name: string };
  'secrets.key_unreadable': { keyId: string };
  'secrets.of_environment': { name: string };
  'secrets.other_host': { name: string; hosts: readonly string[]; to: string | null };
  'secrets.not_named': { name: Quoted };
  'secrets.other_key': { given: string };
  'secrets.old_key': { given: string; rotated: string };
  'secrets.near': { near: readonly string[] };
}

export const say = saying<SecretProblems>();
