/**
 * Whether a path leads to a file that usually holds a secret, judged by the names on it: environment files, credentials,
 * keys and certificates, vaults. A name does not prove it, but none of these is a result of a task.
 */
export function isSecretPath(segments: readonly string[]): boolean {
  return segments.some((segment) => {
    const name = segment.normalize('NFKC').toLowerCase();
    return FOLDERS.has(name) || NAMES.some((one) => one.test(name));
  });
}

const FOLDERS: ReadonlySet<string> = new Set([
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.gcloud',
  '.kube',
  '.docker',
  '.svc',
]);

const NAMES: readonly RegExp[] = [
  /^\.env(?:\..*|rc)?$/u,
  /^\.?(?:netrc|pgpass|npmrc|pypirc|htpasswd|git-credentials|vault-token)$/u,
  /^id_(?:rsa|dsa|ecdsa|ed25519)/u,
  /^(?:credentials|secrets?|service[-_]account.*)(?:\.(?:json|ya?ml|toml|ini|txt|cfg))?$/u,
  /^vault\.(?:db|key)/u,
  /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|crt|cer|der)$/u,
];
