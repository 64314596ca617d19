import { refuse } from './errors.ts';
import { hostFrom, isSecretName } from './model.ts';

/** @throws Refusal invalid_secret */
export function refuseOtherThanName(name: string): void {
  if (!isSecretName(name)) throw refuse.invalid_secret({}, NO_NAME);
}

/** @throws Refusal invalid_secret */
export function refuseOtherThanText(value: string): void {
  if (!value.isWellFormed() || value.includes('\0')) throw refuse.invalid_secret({}, NO_TEXT);
}

/** In normalized spelling. @throws Refusal invalid_secret */
export const comparableHosts = (hosts: readonly string[]): readonly string[] => [
  ...new Set(
    hosts.map((host) => {
      const found = hostFrom(host);
      // Not quoted, because the owner may have typed the value here.
      if (found === null) throw refuse.invalid_secret({}, NO_HOST);
      return found;
    }),
  ),
];

const NO_NAME =
  'This is not a valid name of a secret: names begin with a capital letter and consist of at most 64 capital letters, digits and _, like GITHUB_TOKEN. Nothing was stored.';
const NO_HOST =
  'One of the hosts is not valid: write each like api.example.com or localhost:8080, without a path.';
const NO_TEXT = 'The value cannot be sent as text: it contains half a character or a NUL.';
