import type { PeopleProblems } from '../../../core/kernel/people-says.ts';
import type { SecretProblems } from '../../../core/trust/secrets/says.ts';
import type { Words } from '../says.ts';
import { quoted } from './forms.ts';

export const trust: Words<PeopleProblems & SecretProblems> = {
  'people.not_signed_in': 'Your sign-in is over, or there was none. Sign in again.',
  'people.own_erasure_running':
    'What is your own is being erased, and until that has ended you can only look and delete. Nothing was begun: ask again then.',
  'people.owner_only': 'Only the owner of this engine may do this.',
  'people.proxy_user_unknown':
    'The proxy says that somebody asks who is nobody here. The owner sets under what name it knows each person.',
  'people.too_many_tries': ({ minutes }) =>
    `There were too many wrong tries to sign in. Wait ${minutes} minutes, and try again.`,
  'people.not_usable':
    'This is the owner’s, who has not let others use it. Ask the owner to make it usable by everyone.',
  'people.secret_not_usable': ({ name }) =>
    `You have no secret named ${name}, and the owner has let nobody else use one of this name. Store one of your own under this name, or ask the owner to make theirs usable by everyone.`,
  'people.scope_too_narrow': ({ needs }) =>
    `This token may not do this: it needs the scope ${needs}. Make one that has it, or sign in.`,
  'secrets.rotation_in_progress': 'The key of the vault is already being rotated.',
  'secrets.secret_known': ({ name }) =>
    `The secret ${name} exists: refer to it as secret:${name}. If it has stopped working, ask with replace.`,
  'secrets.secret_hosts_changed': ({ name }) =>
    `The hosts of the secret ${name} were changed outside of svc, so it is sent nowhere. Store it again with its hosts, or delete it.`,
  'secrets.secret_unreadable': ({ name }) =>
    `The secret ${name} cannot be read with the key of this vault, or the hosts that it was stored for were changed outside of svc. Store it again or delete it; nothing was changed.`,
  'secrets.secret_not_trusted': ({ name }) =>
    `The secret ${name} was sealed before its hosts were part of the seal. Everything of that kind was sealed anew here, so it came with another vault.db, its hosts cannot be trusted, and it is sent nowhere. Store it again with its hosts, or delete it; if vault.db is from a backup, restore the backup with svc instead. Nothing was changed.`,
  'secrets.key_unreadable': ({ keyId }) =>
    `The earlier vault key ${keyId} cannot be read; nothing was changed.`,
  'secrets.of_environment': ({ name }) =>
    `${name} is not in the vault: the environment gives it. Unset SVC_SECRET_${name} and start again.`,
  'secrets.engine_alone':
    'This secret is for the engine alone: it lets clients in, and can be sent nowhere. Use another one.',
  'secrets.other_host': ({ name, hosts, to }) =>
    `The secret ${name} may be sent to ${hosts.length === 0 ? 'no host yet' : hosts.join(', ')}, and not to ${to ?? 'something that is not a host'}. Only your owner can change that, where the secret is stored.`,
  'secrets.not_named': ({ name }) => `There is no secret named ${quoted(name)}.`,
  'secrets.near': ({ near }) => `Did you mean ${near.join(' or ')}?`,
  'secrets.ask_for_it': 'Ask for it with ask_secret.',
  'secrets.listed': 'See the list of secrets for their names.',
  'secrets.no_name':
    'This is not a valid name of a secret: names begin with a capital letter and consist of at most 64 capital letters, digits and _, like GITHUB_TOKEN. Nothing was stored.',
  'secrets.no_host':
    'One of the hosts is not valid: write each like api.example.com or localhost:8080, without a path.',
  'secrets.no_text': 'The value cannot be sent as text: it contains half a character or a NUL.',
  'secrets.held': 'A backup is being restored, and the key of the vault stays as it is until that is over.',
  'secrets.not_opened': 'The vault has not been opened yet.',
  'secrets.disabled':
    'SVC_VAULT_KEY is empty, so there is no vault key: secrets can neither be read nor stored. Set it to the key, or unset it.',
  'secrets.key_unread': 'The key of the vault could not be read or written: the log says why.',
  'secrets.key_uncertain':
    'The disk failed while the key of the vault was rotated. Secrets can be read; before another rotation, see to the disk and start svc again.',
  'secrets.no_key_in_file':
    'vault.key contains no key. Put the key back, or remove the file to get a new one.',
  'secrets.key_gone':
    'The key of this vault is gone: vault.key is missing or empty, but vault.db exists. Put vault.key back, or set SVC_VAULT_KEY to the key; a new key would not open the stored secrets.',
  'secrets.bring_key': 'Put the right key into vault.key or SVC_VAULT_KEY; nothing in the vault was changed.',
  'secrets.no_vault': 'The vault has no key, so access to a cloud account cannot be kept.',
  'secrets.other_key': ({ given }) => `${given} is not the key of this vault.`,
  'secrets.old_key': ({ given, rotated }) => `${given} is the key from before the rotation of ${rotated}.`,
};
