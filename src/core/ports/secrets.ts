/** Values by name, for the edge that sends them; nobody else ever holds one. */
export interface SecretResolver {
  /**
   * The value of a secret, for one host that it is bound to; to be asked at every use, never kept.
   * @throws Refusal secret_not_found (naming near names), secret_not_for_host, vault_locked
   */
  resolve(name: string, host: string): string;
}
