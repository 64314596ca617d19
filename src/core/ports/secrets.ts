/** Values by name, for the edge that sends them; no other part holds one. */
export interface SecretResolver {
  /**
   * The value of a secret, for one host that it is bound to, as `URL.host` has it (with an unusual port); to be asked at
   * every use, never kept. The environment comes before the vault, the vault before the configuration.
   * @throws Refusal secret_not_found (naming near names), secret_not_for_host, vault_locked, secret_unreadable
   */
  resolve(name: string, host: string): string;
}
