import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { refuseRequest } from '../../../contract/problem.ts';
import { proofOfOwner, type Door, type Proof, type SignedIn } from '../../../contract/row.ts';
import type { Services } from '../../../core/features.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import { letIn } from './connection-cap.ts';
import { disconnectSignal } from './disconnect-signal.ts';
import { giveNotice } from './let-in-notice.ts';
import { isLocal } from './local-client.ts';
import { giveLogin, isFromOwnPage, loginValues, takeLogin } from './login-cookie.ts';
import { WrongTokens } from './wrong-tokens.ts';
import { say } from '../../../contract/request-says.ts';
import type { Says } from '../../../core/kernel/says.ts';

/** The token that a request must show; null where it needs none, as the specification allows on loopback. */
export type TokenOfPort = (client: { readonly isLocal: boolean }) => string | null | Promise<string | null>;

export interface EntranceDeps {
  /** Called at each request, so that a new token takes effect at once. */
  readonly token: TokenOfPort;
  /** @throws Refusal not_ready */
  readonly logins: () => Pick<Services['logins'], 'open' | 'use' | 'isOpen' | 'end'>;
  readonly clock: Clock;
  /** How a client is in that need show nothing. */
  readonly withoutToken: SignedIn;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
/** The token that a request shows. */
const tokenIn = ({ headers }: Request): string | undefined =>
  /^Bearer +(\S+)$/iu.exec(headers.authorization ?? '')?.[1];
const isSame = (sent: string, token: string): boolean => timingSafeEqual(digest(sent), digest(token));

/**
 * Who is let in: a request with `Authorization: Bearer <token>`, and a page with the cookie of a login, which it gets for
 * the token. Wrong ones of both are counted and slowed down together. It relies on `hostCheck` and `originCheck` before
 * it, without which a cookie would speak for any page.
 */
export class Entrance {
  readonly #deps: EntranceDeps;
  readonly #wrongOnes: WrongTokens;
  readonly #proofs = new WeakMap<Request, Proof>();

  constructor(deps: EntranceDeps) {
    this.#deps = deps;
    this.#wrongOnes = new WrongTokens(deps.clock);
  }

  /** Refuses a request that shows neither the token nor a login, where the port needs one. */
  readonly check: RequestHandler = async (request, response, next) => {
    const token = await this.#tokenFor(request);
    const sent = tokenIn(request);
    const isIn =
      token === null ||
      // A good cookie does not outweigh a wrong token.
      (sent === undefined ? await this.#isLoggedIn(request, response, token) : isSame(sent, token));
    if (isIn) {
      this.#proofs.set(
        request,
        proofOfOwner(token === null ? this.#deps.withoutToken : sent === undefined ? 'login' : 'token'),
      );
      letIn(request, response);
      giveNotice(request, response);
      return next();
    }
    if (sent !== undefined) await this.#slowDown(response);
    throw this.#unauthenticated(response);
  };

  /** What a request has shown; null for one that was not checked. */
  proofOf(request: Request): Proof | null {
    return this.#proofs.get(request) ?? null;
  }

  /**
   * Whether a request that was let in would be let in now, for answers that take long: its login may have ended, the
   * token changed, or the port closed meanwhile. Nothing is counted or recorded.
   */
  async isStillIn(request: Request): Promise<boolean> {
    const token = await this.#tokenFor(request);
    if (token === null) return true;
    const sent = tokenIn(request);
    if (sent !== undefined) return isSame(sent, token);
    const logins = this.#deps.logins();
    return loginValues(request).some((value) => logins.isOpen(value, token));
  }

  /** What a row that is answered without a token may do here. */
  door(request: Request, response: Response): Door {
    return {
      state: async () => {
        const token = await this.#tokenFor(request);
        return {
          required: token !== null,
          loggedIn: token !== null && (await this.#isLoggedIn(request, response, token)),
        };
      },
      logIn: async (sent) => {
        const token = await this.#tokenFor(request);
        if (token === null) return { required: false, loggedIn: false };
        if (!isSame(sent, token)) {
          await this.#slowDown(response);
          throw this.#unauthenticated(response, say('request.wrong_token'));
        }
        giveLogin(request, response, await this.#deps.logins().open(token));
        return { required: true, loggedIn: true };
      },
      logOut: async () => {
        const values = loginValues(request);
        if (values.length === 0) return;
        takeLogin(request, response);
        const token = await this.#tokenFor(request);
        // Which of the values were logins is not told, so there is nothing to guess.
        if (token !== null) for (const value of values) await this.#deps.logins().end(value, token);
      },
    };
  }

  async #tokenFor(request: Request): Promise<string | null> {
    return await this.#deps.token({ isLocal: isLocal(request) });
  }

  /** @throws Refusal too_many_attempts */
  async #isLoggedIn(request: Request, response: Response, token: string): Promise<boolean> {
    const values = loginValues(request);
    if (values.length === 0 || !isFromOwnPage(request)) return false;
    const logins = this.#deps.logins();
    for (const value of values) {
      const { isOpen, isRenewed } = await logins.use(value, token);
      if (isRenewed) giveLogin(request, response, value);
      if (isOpen) return true;
    }
    // The browser should not go on sending it: each time it would count as one more guess. Of several, only this port's
    // own could be removed.
    if (values.length === 1) takeLogin(request, response);
    await this.#slowDown(response);
    return false;
  }

  async #slowDown(response: Response): Promise<void> {
    await this.#wrongOnes.wait(disconnectSignal(response));
  }

  #unauthenticated(response: Response, says?: Says): Error {
    response.setHeader('WWW-Authenticate', 'Bearer realm="svc"');
    return refuseRequest.unauthenticated({}, says);
  }
}
