import type { Crypto } from '../../ports/crypto.ts';
import { toolRunLimits } from './limits.ts';
import { TOOL_SERVER_SECRET } from '../../trust/secrets/model.ts';
import type { SecretService } from '../../trust/secrets/service.ts';

export interface Admission {
  /** Whether there is a secret at all. */
  readonly required: boolean;
  /** Also where none is required. */
  readonly admitted: boolean;
  /** Of a secret in the vault: the whole days since it was stored. */
  readonly secretAgeDays: number | null;
  readonly source: 'environment' | 'vault' | null;
  /** Whether it could be found by trying; false also where it cannot be read. */
  readonly isShort: boolean;
}

export interface ToolServerSecretDeps {
  /** SVC_MCP_SECRET of the environment of this process. */
  readonly environment: string | null;
  readonly secrets: Pick<SecretService, 'own' | 'ageOf'>;
  readonly crypto: Pick<Crypto, 'isSameText'>;
}

/** The secret that clients of the tool server show over HTTP. */
export class ToolServerSecret {
  readonly #deps: ToolServerSecretDeps;

  constructor(deps: ToolServerSecretDeps) {
    this.#deps = deps;
  }

  /**
   * Whether this is the secret. It is looked up at each call, so that a new one in the vault counts at once. A secret
   * that is in the vault and cannot be read, because the vault is locked, admits no one.
   */
  admit(bearer: string | null): Admission {
    const { environment, secrets, crypto } = this.#deps;
    const secretAgeDays = environment === null ? secrets.ageOf(TOOL_SERVER_SECRET) : null;
    const isInVault = secretAgeDays !== null;
    if (environment === null && !isInVault)
      return { required: false, admitted: true, secretAgeDays, source: null, isShort: false };
    const secret = environment ?? secrets.own(TOOL_SERVER_SECRET);
    const admitted = bearer !== null && secret !== null && crypto.isSameText(bearer, secret);
    return {
      required: true,
      admitted,
      secretAgeDays,
      source: environment === null ? 'vault' : 'environment',
      isShort: secret !== null && secret.length < toolRunLimits.secretChars,
    };
  }
}
