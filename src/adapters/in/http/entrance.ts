import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { refuseRequest } from '../../../contract/problem.ts';
import {
  isOwnToken,
  proofOfOwner,
  scopes,
  type Door,
  type DoorState,
  type Proof,
  type SignedIn,
} from '../../../contract/row.ts';
import type { Services } from '../../../core/features.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import { letIn } from './connection-cap.ts';
import { disconnectSignal } from './disconnect-signal.ts';
import { giveNotice } from './let-in-notice.ts';
import { isLocal } from './local-client.ts';
import { giveLogin, giveMark, isFromOwnPage, loginValues, markIn, takeLogin } from './login-cookie.ts';
import { proxyUserOf } from './proxy-user.ts';
import { clientOf } from './visitor.ts';
import { WrongTokens } from './wrong-tokens.ts';
import { say } from '../../../contract/request-says.ts';
import type { Says } from '../../../core/kernel/says.ts';

/** The token that a request must show; null where it needs none, as the specification allows on loopback. */
export type TokenOfPort = (client: { readonly isLocal: boolean }) => string | null | Promise<string | null>;

/** What knows people and what they show. */
export type Access = Pick<Services, 'people' | 'signIn' | 'tries' | 'accessChanged'>;

export interface EntranceDeps {
  /** Called at each request, so that a new token takes effect at once. */
  readonly token: TokenOfPort;
  /** @throws Refusal not_ready */
  readonly logins: () => Pick<Services['logins'], 'open' | 'use' | 'isOpen' | 'end' | 'idOf'>;
  /** @throws Refusal not_ready between two engines */
  readonly access: () => Access;
  readonly clock: Clock;
  /** How a client is in that need show nothing. */
  readonly withoutToken: SignedIn;
  /** In lower case: in which a trusted proxy says who asks; null: in none. */
  readonly proxyUserHeader: string | null;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
/** The token that a request shows. */
export const tokenIn = ({ headers }: Request): string | undefined =>
  /^Bearer +(\S+)$/iu.exec(headers.authorization ?? '')?.[1];
const isSame = (sent: string, token: string): boolean => timingSafeEqual(digest(sent), digest(token));

/**
 * Who is let in, and as whom: a request with `Authorization: Bearer <token>`, with the token of the engine or one that a
 * person made; one of which a trusted proxy says who sends it; and a page with the cookie of a login or of a session. Wrong
 * ones are counted and slowed down together. It relies on `hostCheck` and `originCheck` before it, without which a cookie
 * would speak for any page.
 */
export class Entrance {
  readonly #deps: EntranceDeps;
  readonly #wrongOnes: WrongTokens;
  readonly #proofs = new WeakMap<Request, Proof>();

  constructor(deps: EntranceDeps) {
    this.#deps = deps;
    this.#wrongOnes = new WrongTokens(deps.clock);
  }

  /** Refuses a request that proves nothing, where the port needs a proof. */
  readonly check: RequestHandler = async (request, response, next) => {
    const sent = tokenIn(request);
    // A good cookie does not outweigh a wrong token.
    const proof =
      sent === undefined
        ? await this.#withoutBearer(request, response)
        : await this.#byBearer(request, sent, true);
    if (proof !== null) {
      this.#proofs.set(request, proof);
      letIn(request, response, proof.person);
      giveNotice(request, response);
      return next();
    }
    if (sent !== undefined) await this.#slowDown(request, response);
    throw this.#unauthenticated(response);
  };

  /** What a request has shown; null for one that was not checked. */
  proofOf(request: Request): Proof | null {
    return this.#proofs.get(request) ?? null;
  }

  /**
   * What a request that was let in proves now, for answers that take long: its login may have ended, the token changed, or
   * the port closed meanwhile. Null: nothing any more. Nothing is counted or recorded.
   */
  async proofNow(request: Request): Promise<Proof | null> {
    const sent = tokenIn(request);
    if (sent !== undefined) return await this.#byBearer(request, sent, false);
    const ofProxy = await this.#byProxy(request);
    if (ofProxy !== null) return ofProxy;
    const token = await this.#tokenFor(request);
    if (token === null) return proofOfOwner(this.#deps.withoutToken);
    for (const value of loginValues(request)) {
      if (this.#deps.logins().isOpen(value, token)) return proofOfOwner('login');
      const found = await this.#deps.access().signIn.bySession(value, { records: false });
      if (found !== null) return found.proof;
    }
    return null;
  }

  /** What a row that is answered without a token may do here, and what one may do that signs somebody in. */
  door(request: Request, response: Response): Door {
    const state = async (): Promise<DoorState> => {
      const token = await this.#tokenFor(request);
      const people = this.#arePeople();
      const ofProxy = await this.#byProxy(request);
      const loggedIn =
        ofProxy !== null || (token !== null && (await this.#byCookie(request, response, token)) !== null);
      return { required: token !== null, loggedIn, ...(people && { people }) };
    };
    return {
      state,
      visitor: async () => ({ ...clientOf(request), isSignedIn: (await state()).loggedIn }),
      logIn: async (sent) => {
        const token = await this.#tokenFor(request);
        if (token === null) return { required: false, loggedIn: false };
        if (!isSame(sent, token)) {
          await this.#slowDown(request, response);
          throw this.#unauthenticated(response, say('request.wrong_token'));
        }
        await this.#endOwn(request);
        giveLogin(request, response, await this.#deps.logins().open(token));
        const people = this.#arePeople();
        if (people) {
          const { signIn, people: all } = this.#deps.access();
          await signIn.tellOfLogin(all.owner, clientOf(request));
        }
        return { required: true, loggedIn: true, ...(people && { people }) };
      },
      logOut: async () => {
        if (loginValues(request).length === 0) return;
        takeLogin(request, response);
        await this.#endOwn(request);
      },
      bind: () => {
        const mark = markIn(request) ?? randomBytes(32).toString('base64url');
        giveMark(request, response, mark);
        return mark;
      },
      bound: () => markIn(request),
      give: async (session) => {
        await this.#endOwn(request);
        giveLogin(request, response, session);
      },
    };
  }

  async #tokenFor(request: Request): Promise<string | null> {
    return await this.#deps.token({ isLocal: isLocal(request) });
  }

  #arePeople(): true | undefined {
    if (this.#deps.withoutToken === 'files') return undefined;
    try {
      return this.#deps.access().people.isSigningInOn || undefined;
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  /** A token of a person is theirs on every way in, also where nothing need be shown: it only narrows there. */
  async #byBearer(request: Request, sent: string, records: boolean): Promise<Proof | null> {
    if (isOwnToken(sent)) return await this.#deps.access().signIn.byToken(sent, { records });
    const token = await this.#tokenFor(request);
    if (token === null) return proofOfOwner(this.#deps.withoutToken);
    return isSame(sent, token) ? proofOfOwner('token') : null;
  }

  async #withoutBearer(request: Request, response: Response): Promise<Proof | null> {
    const ofProxy = await this.#byProxy(request);
    if (ofProxy !== null) return ofProxy;
    const token = await this.#tokenFor(request);
    return token === null
      ? proofOfOwner(this.#deps.withoutToken)
      : await this.#byCookie(request, response, token);
  }

  /** @throws Refusal proxy_user_unknown */
  async #byProxy(request: Request): Promise<Proof | null> {
    const user = proxyUserOf(request, this.#deps.proxyUserHeader);
    if (user === null) return null;
    const person = await this.#deps.access().people.ofProxyUser(user);
    if (person === null) throw refuseRequest.proxy_user_unknown();
    return { person: person.personId, signedIn: 'proxy', scopes };
  }

  /** @throws Refusal too_many_attempts, too_many_tries */
  async #byCookie(request: Request, response: Response, token: string): Promise<Proof | null> {
    const values = loginValues(request);
    if (values.length === 0 || !isFromOwnPage(request)) return null;
    const logins = this.#deps.logins();
    for (const value of values) {
      const { isOpen, isRenewed } = await logins.use(value, token);
      if (isRenewed) giveLogin(request, response, value);
      if (isOpen) return proofOfOwner('login', logins.idOf(value, token));
      const found = await this.#deps.access().signIn.bySession(value, { records: true });
      if (found?.isRenewed) giveLogin(request, response, value);
      if (found !== null) return found.proof;
    }
    // The browser should not go on sending it: each time it would count as one more guess. Of several, only this port's
    // own could be removed.
    if (values.length === 1) takeLogin(request, response);
    await this.#slowDown(request, response);
    return null;
  }

  /** Which of the values of a client were logins or sessions is not told, so there is nothing to guess. */
  async #endOwn(request: Request): Promise<void> {
    const values = loginValues(request);
    if (values.length === 0) return;
    const token = await this.#tokenFor(request);
    const { signIn, accessChanged } = this.#deps.access();
    for (const value of values) {
      if (token !== null) await this.#deps.logins().end(value, token);
      await signIn.signOut(value);
    }
    accessChanged.tell();
  }

  /** @throws Refusal too_many_attempts, too_many_tries */
  async #slowDown(request: Request, response: Response): Promise<void> {
    await this.#wrongOnes.wait(disconnectSignal(response));
    if (!this.#arePeople()) return;
    await this.#deps.access().tries.wrong(clientOf(request).network);
  }

  #unauthenticated(response: Response, says?: Says): Error {
    response.setHeader('WWW-Authenticate', 'Bearer realm="svc"');
    return refuseRequest.unauthenticated({}, says);
  }
}
