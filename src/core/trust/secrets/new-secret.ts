import { refuse } from './errors.ts';
import { hostFrom, isSecretName } from './model.ts';
import { say } from './says.ts';

/** @throws Refusal invalid_secret */
export function refuseOtherThanName(name: string): void {
  if (!isSecretName(name)) throw refuse.invalid_secret({}, say('secrets.no_name'));
}

/** @throws Refusal invalid_secret */
export function refuseOtherThanText(value: string): void {
  if (!value.isWellFormed() || value.includes('\0')) throw refuse.invalid_secret({}, say('secrets.no_text'));
}

/** In normalized spelling. @throws Refusal invalid_secret */
export const comparableHosts = (hosts: readonly string[]): readonly string[] => [
  ...new Set(
    hosts.map((host) => {
      const found = hostFrom(host);
      // Not quoted, because the owner may have typed the value here.
      if (found === null) throw refuse.invalid_secret({}, say('secrets.no_host'));
      return found;
    }),
  ),
];
