/**
 * Whether a path leads to a file that usually holds a secret, judged by the names on it: environment files, credentials,
 * keys and certificates, vaults, histories of shells, and copies of them that editors leave. A name does not prove it, but
 * none of these is a result of a task.
 */
export function isSecretPath(segments: readonly string[]): boolean {
  const names = segments.map((segment) => segment.normalize('NFKC').toLowerCase());
  return names.some(isSecretName) || PLACES.some((place) => `/${names.join('/')}/`.includes(place));
}

const isSecretName = (name: string): boolean =>
  spellingsOf(name).some((one) => FOLDERS.has(one) || NAMES.some((pattern) => pattern.test(one)));

/** The name, and those of the files that it may be a copy of: ".env~" of ".env", ".id_rsa.swp" of "id_rsa". */
function spellingsOf(name: string): readonly string[] {
  const spellings = [name];
  // No file has a longer name, and taking it apart would take long.
  if (name.length > NAME_CHARS) return spellings;
  for (let now = name; ;) {
    const original = now.replace(COPY, '').replace(/^(?:\.?#)/u, '');
    if (original === now || original === '') break;
    spellings.push(original);
    now = original;
  }
  return /\.sw[a-p]$/u.test(name)
    ? [...spellings, ...spellings.map((one) => one.replace(/^\./u, ''))]
    : spellings;
}

const NAME_CHARS = 255;

const COPY =
  /(?:~|#| \(\d+\)|[-_. ](?:bak|backup|old|orig|save|saved|copy|tmp|temp|new|dist|swp|sw[a-p]|\d+|gz|bz2|xz|zst|zip|enc))$/u;

const FOLDERS: ReadonlySet<string> = new Set([
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.gcloud',
  '.kube',
  '.docker',
  '.svc',
  '.git',
  '.password-store',
  '.terraform.d',
]);

const PLACES: readonly string[] = [
  '/.config/gcloud/',
  '/.config/gh/',
  '/.config/rclone/',
  '/.m2/settings.xml/',
  '/.composer/auth.json/',
];

const DATA = '(?:\\.(?:json|ya?ml|toml|ini|txt|cfg|conf|csv|xml|properties))?';

/** The surroundings that such a file is for. */
const FOR = '(?:\\.(?:local|dev|development|prod|production|staging|test))?';

const NAMES: readonly RegExp[] = [
  /^\.env(?![a-z])/u,
  /^\.envrc$/u,
  new RegExp(`\\.env${FOR}$`, 'u'),
  /^[._]?(?:netrc|pgpass|npmrc|pypirc|htpasswd|git-credentials|vault[-_]token|vault[-_]pass(?:word)?|authinfo)(?:\.(?:conf|txt))?$/u,
  /^\.(?:my|mylogin)\.cnf$/u,
  /^\.(?:gitconfig|dockercfg|dockerconfigjson|s3cfg|boto|terraformrc|msmtprc|curlrc|wgetrc|yarnrc\.yml|xauthority)$/u,
  /^(?:terraform\.rc|rclone\.conf|wp-config\.php|local\.settings\.json|shadow)$/u,
  /(?:_history|^\.histfile|^\.zhistory)$/u,
  /^id_(?:rsa|dsa|ecdsa|ed25519)/u,
  /^ssh_host_\w+_key$/u,
  new RegExp(
    `^(?:secrets?|passwords?|passwd|access[-_]?keys?|rootkey|service[-_]account.*)${FOR}${DATA}$`,
    'u',
  ),
  new RegExp(`(?:^|[-_.])(?:credentials?|secrets)${FOR}${DATA}$`, 'u'),
  new RegExp(`(?:^|[-_.])kubeconfig${DATA}$`, 'u'),
  /^client[-_]secret/u,
  /^vault\.(?:db|key)/u,
  /\.(?:tfstate|tfvars)(?:\.|$)/u,
  /\.(?:pem|key|p8|p12|pfx|pkcs12|jks|jceks|keystore|keytab|kdbx?|ppk|asc|gpg|agekey|ovpn|crt|cer|der)$/u,
];
