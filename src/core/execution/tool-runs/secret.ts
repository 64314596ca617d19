import type { Crypto } from '../../ports/crypto.ts';
import { toolRunLimits } from './limits.ts';
import { TOOL_SERVER_SECRET } from '../../trust/secrets/model.ts';
import { isOwnToken } from '../../trust/sign-in/model.ts';
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
  /** People sign in here and there is no secret: then nobody is let in who shows nothing. */
  readonly closed: boolean;
}

export interface ToolServerSecretDeps {
  /** SVC_MCP_SECRET of the environment of this process. */
  readonly environment: string | null;
  readonly secrets: Pick<SecretService, 'own' | 'ageOf'>;
  readonly crypto: Pick<Crypto, 'isSameText'>;
  /** Whether it is the token of a person, who may come in. */
  readonly isOfPerson: (bearer: string) => Promise<boolean>;
  readonly isSigningInOn: () => boolean;
}

/** The secret that clients of the tool server show over HTTP. */
export class ToolServerSecret {
  readonly #deps: ToolServerSecretDeps;

  constructor(deps: ToolServerSecretDeps) {
    this.#deps = deps;
  }

  /**
   * Whether this is the secret, or the token of a person, as whom its host works then. It is looked up at each call, so that a new one in the vault counts at once. A secret
   * that is in the vault and cannot be read, because the vault is locked, admits no one.
   */
  async admit(bearer: string | null): Promise<Admission> {
    const { environment, secrets, crypto } = this.#deps;
    const secretAgeDays = environment === null ? secrets.ageOf(TOOL_SERVER_SECRET) : null;
    const isInVault = secretAgeDays !== null;
    const isOwn = bearer !== null && isOwnToken(bearer);
    const isOfPerson = isOwn && (await this.#deps.isOfPerson(bearer));
    if (environment === null && !isInVault) {
      const closed = !isOwn && this.#deps.isSigningInOn();
      const admitted = isOwn ? isOfPerson : !closed;
      return { required: false, admitted, secretAgeDays, source: null, isShort: false, closed };
    }
    const secret = environment ?? secrets.own(TOOL_SERVER_SECRET);
    const admitted =
      isOfPerson || (bearer !== null && !isOwn && secret !== null && crypto.isSameText(bearer, secret));
    return {
      required: true,
      admitted,
      secretAgeDays,
      source: environment === null ? 'vault' : 'environment',
      isShort: secret !== null && secret.length < toolRunLimits.secretChars,
      closed: false,
    };
  }
}
