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

/** In the spelling that is compared. @throws Refusal invalid_secret */
export const comparableHosts = (hosts: readonly string[]): readonly string[] => [
  ...new Set(
    hosts.map((host) => {
      const found = hostFrom(host);
      // Not quoted: somebody may have put the value there.
      if (found === null) throw refuse.invalid_secret({}, NO_HOST);
      return found;
    }),
  ),
];

const NO_NAME =
  'That is no name of a secret: it begins with a capital letter, and has capital letters, digits and _ in it, 64 at most, like GITHUB_TOKEN. Nothing was stored.';
const NO_HOST =
  'One of the hosts is no host: give each like api.example.com or localhost:8080, without a path.';
const NO_TEXT = 'The value is no text that could be sent: it has half a character or a NUL in it.';
