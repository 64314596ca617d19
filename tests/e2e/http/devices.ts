import { SoftAuthenticator } from '../../doubles/authenticator.ts';
import { PUBLIC_URL, type Browser } from './browsers.ts';

/** Makes a passkey for whoever is signed in there. @returns the device that has it */
export async function withPasskey(browser: Browser, authenticator = new SoftAuthenticator(PUBLIC_URL)) {
  const { options } = await browser.client['me.passkeyOptions']();
  const answer = authenticator.create(options);
  await browser.client['me.addPasskey']({ body: { name: 'phone', answer } });
  return authenticator;
}

export const signIn = async (browser: Browser, authenticator: SoftAuthenticator) => {
  const { options } = await browser.client['login.passkeyOptions']();
  return await browser.client['login.passkey']({ body: { answer: authenticator.get(options) } });
};
