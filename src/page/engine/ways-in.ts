import { engine } from './client.ts';

type Json = Parameters<typeof PublicKeyCredential.parseRequestOptionsFromJSON>[0];
type CreationJson = Parameters<typeof PublicKeyCredential.parseCreationOptionsFromJSON>[0];

/** Whether this browser knows passkeys. */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

const answerOf = (given: Credential | null): Record<string, unknown> => {
  if (given === null) throw new DOMException('nothing was chosen', 'AbortError');
  return (given as PublicKeyCredential).toJSON() as unknown as Record<string, unknown>;
};

/** Signs this browser in. Rejects with an AbortError or NotAllowedError if the person does not want to after all. */
export async function signInWithPasskey(): Promise<void> {
  const { options } = await engine['login.passkeyOptions']();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as Json);
  const answer = answerOf(await navigator.credentials.get({ publicKey }));
  await engine['login.passkey']({ body: { answer } });
}

/** Makes a passkey for who is signed in, on this device or another. Rejects as above. */
export async function makePasskey(name: string): Promise<void> {
  const { options } = await engine['me.passkeyOptions']();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as CreationJson);
  const answer = answerOf(await navigator.credentials.create({ publicKey }));
  await engine['me.addPasskey']({ body: { name, answer } });
}

/** A person who changed their mind needs no message. */
export const isLeft = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** What an account elsewhere is asked for. It lasts until the provider sends the browser back. */
const PURPOSE = 'svc.account-for';
export type Purpose = 'sign-in' | 'link';

/** Leaves the page for the provider of the account. */
export async function askElsewhere(purpose: Purpose, invitation?: string): Promise<void> {
  const { url } =
    purpose === 'link'
      ? await engine['me.linkIdentity']()
      : await engine['login.oidc']({ body: invitation === undefined ? {} : { invitation } });
  sessionStorage.setItem(PURPOSE, purpose);
  location.assign(url);
}

/** What a provider has sent the browser back with; null for a page that was opened in any other way. */
export function answerFromElsewhere(): {
  readonly code: string;
  readonly state: string;
  readonly iss?: string;
} | null {
  const query = new URLSearchParams(location.search);
  const [code, state, iss] = ['code', 'state', 'iss'].map((name) => query.get(name));
  if (!code || !state) return null;
  return { code, state, ...(iss ? { iss } : {}) };
}

/** Does with that answer what it was asked for. It counts once. */
export async function finishElsewhere(
  body: NonNullable<ReturnType<typeof answerFromElsewhere>>,
): Promise<Purpose> {
  const purpose = sessionStorage.getItem(PURPOSE) === 'link' ? 'link' : 'sign-in';
  sessionStorage.removeItem(PURPOSE);
  if (purpose === 'link') await engine['me.linkIdentityFinish']({ body });
  else await engine['login.oidcFinish']({ body });
  return purpose;
}
