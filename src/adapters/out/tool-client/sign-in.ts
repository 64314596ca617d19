import { quote } from '../../../core/kernel/quoted.ts';
import { say } from '../../../core/execution/tool-servers/says.ts';
import { auth, computeScopeUnion, extractWWWAuthenticateParams } from '@modelcontextprotocol/client';
import { aborted, firstOf } from '../../../core/kernel/abort.ts';
import { isRefusal } from '../../../core/kernel/refusal.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import { refuse } from '../../../core/execution/tool-servers/errors.ts';
import { toolServerLimits as limits } from '../../../core/execution/tool-servers/limits.ts';
import type { ToolServer } from '../../../core/execution/tool-servers/model.ts';
import type { LoginStore, SignIn } from '../../../core/execution/tool-servers/port.ts';
import { targetOf, type Target } from '../../../core/outside/web/target.ts';
import { listenForCallback, type Callback, type CallbackListener } from './callback.ts';
import { refusalIn, type GuardedFetchDeps } from './guarded-fetch.ts';
import { JudgedFetch } from './judged-fetch.ts';
import { Login } from './login.ts';
import { said, shownUrl } from './said.ts';
import type { WantedScopes } from './wanted-scopes.ts';

export interface SignInDeps extends GuardedFetchDeps {
  readonly logins: LoginStore;
  readonly wanted: WantedScopes;
  readonly clock: Clock;
}

/** A request of the protocol that any server answers, and that does nothing. */
const PING = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'ping' });

/** See `signIn` of the port. */
export async function signIn(
  server: ToolServer,
  target: Target,
  { logins, wanted, clock, ...deps }: SignInDeps,
  signal: AbortSignal,
): Promise<SignIn> {
  const deadline = clock.deadline(limits.connectMs);
  const begins = firstOf(signal, deadline.signal);
  const first = new JudgedFetch(target, deps, begins.signal);
  const judged = new JudgedFetch(target, deps, signal);
  let listener: CallbackListener | null = null;
  const end = (): void => {
    judged.close();
    listener?.close();
  };
  try {
    const challenge = await challengeOf(target, first);
    const more = wanted.of(server);
    const before = logins.read(server);
    // What was allowed before stays allowed.
    const scope =
      more === undefined
        ? challenge.scope
        : computeScopeUnion(before === null ? undefined : Login.from(before).scope, challenge.scope, more);
    const listening = await listenForCallback();
    listener = listening;
    let to: URL | null = null;
    const login = Login.begin(listening.redirectUrl, (url) => (to = url));
    const asked = { serverUrl: target.url };
    const begun = await auth(login, {
      ...asked,
      ...challenge,
      ...(scope === undefined ? {} : { scope }),
      fetchFn: first.fetch,
    });
    const url = begun === 'REDIRECT' ? await openable(to, target, deps) : null;
    if (url === null) throw refuse.tool_server_failed({}, say('server.no_login_address'));
    const exchange = async ({ code, iss, error }: Callback): Promise<void> => {
      if (code === null) throw refuse.tool_server_sign_in({}, [say('server.login_refused'), ...said(error)]);
      await auth(login, {
        ...asked,
        fetchFn: judged.fetch,
        authorizationCode: code,
        ...(iss === null ? {} : { iss }),
      });
      await logins.keep(server, login.kept());
      wanted.forget(server);
    };
    const done = (async () => {
      const stopped = aborted(signal).then(() => null);
      const answer = await Promise.race([listening.answer(login.state()), stopped]);
      if (answer === null) throw refuse.tool_server_sign_in({}, say('server.login_late'));
      try {
        await exchange(answer);
        answer.tell(true);
      } catch (error) {
        answer.tell(false);
        throw error;
      }
    })()
      .catch((error: unknown) => {
        throw failureIn(error);
      })
      .finally(end);
    // The caller may look later.
    done.catch(() => undefined);
    return { url: url.href, done };
  } catch (error) {
    end();
    if (deadline.signal.aborted)
      throw refuse.tool_server_away({}, say('server.no_answer', { seconds: limits.connectMs / 1000 }));
    throw failureIn(error);
  } finally {
    begins.release();
    deadline.cancel();
    first.close();
  }
}

/** What the server says when it asks for a login. @throws Refusal tool_server_no_sign_in */
async function challengeOf(target: Target, judged: JudgedFetch) {
  const answer = await judged.fetch(target.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: PING,
  });
  await answer.body?.cancel();
  if (answer.status !== 401) throw refuse.tool_server_no_sign_in();
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(answer);
  return {
    ...(resourceMetadataUrl ? { resourceMetadataUrl } : {}),
    ...(scope === undefined ? {} : { scope }),
  };
}

/** An address that the owner may open: of the web, and not of a machine in the owner's own network. */
async function openable(
  to: URL | null,
  target: Target,
  { addresses }: GuardedFetchDeps,
): Promise<URL | null> {
  if (to === null) return null;
  let found: Target;
  try {
    found = targetOf(to.href);
  } catch (error) {
    throw refuse.tool_server_address({}, say('server.login_no_web', { protocol: quote(to.protocol) }), error);
  }
  if (found.url.origin === target.url.origin) return found.url;
  const reached = await addresses.of(found.host);
  if (reached.length > 0 && reached.every(({ reach }) => reach === 'public')) return found.url;
  throw refuse.tool_server_address({}, say('server.login_not_public', { to: shownUrl(to) }));
}

function failureIn(error: unknown): Error {
  const refusal = refusalIn(error);
  if (isRefusal(refusal)) return refusal;
  const { message } = error as { message?: unknown };
  return refuse.tool_server_failed(
    {},
    [say('server.login_failed'), ...said(message), say('server.with_token')],
    error,
  );
}
