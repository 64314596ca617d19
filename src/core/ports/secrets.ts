/** Secret values by name, as one person may use them, for the edge that sends them; no other part may hold one. */
export interface SecretResolver {
  /**
   * The value of a secret for one host that it is bound to, in the form of `URL.host` (with a non-default port). Ask at
   * every use and never keep it. The environment comes before the vault, the vault before the configuration.
   * @throws Refusal secret_not_found (naming near names), secret_not_for_host, secret_hosts_changed, vault_locked, secret_unreadable, secret_not_trusted
   */
  resolve(name: string, host: string): string;
  /** Masks these forms in which the values of these secrets are sent, wherever they are quoted. */
  learn(names: readonly string[], forms: readonly string[]): void;
}
