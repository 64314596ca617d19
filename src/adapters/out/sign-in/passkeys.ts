import type { JsonObject } from '../../../core/kernel/json.ts';
import type { PasskeyProtocol } from '../../../core/trust/sign-in/port.ts';

type Library = typeof import('@simplewebauthn/server');
type Created = Parameters<Library['verifyRegistrationResponse']>[0]['response'];
type Got = Parameters<Library['verifyAuthenticationResponse']>[0]['response'];
type Transports = Parameters<Library['verifyAuthenticationResponse']>[0]['credential']['transports'];

/** Loaded with its first use: nobody needs it who has no passkey. */
const library = (): Promise<Library> => import('@simplewebauthn/server');

const NAME = 'svc';

/** WebAuthn by its library. Only the person at the device counts (user verification), and no maker of devices is asked for. */
export const passkeyProtocol = (): PasskeyProtocol => ({
  optionsToCreate: async ({ rpId, user, challenge, known }) => {
    const { generateRegistrationOptions } = await library();
    const options = await generateRegistrationOptions({
      rpName: NAME,
      rpID: rpId,
      userName: user.name,
      userDisplayName: user.name,
      userID: bytesOf(user.id),
      challenge: fromBase64(challenge),
      attestationType: 'none',
      excludeCredentials: known.map(({ passkeyId, transports }) => ({
        id: passkeyId,
        transports: transports as never,
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return options as unknown as JsonObject;
  },

  created: async (answer, { origin, rpId, isChallenge }) => {
    const { verifyRegistrationResponse } = await library();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer as unknown as Created,
      expectedChallenge: isChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    }).catch(() => ({ verified: false, registrationInfo: undefined }));
    if (!verified || !registrationInfo) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return {
      passkeyId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: transports.filter((word) => /^[a-z-]{1,20}$/u.test(word)),
    };
  },

  optionsToGet: async ({ rpId, challenge }) => {
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({
      rpID: rpId,
      challenge: fromBase64(challenge),
      userVerification: 'required',
    });
    return options as unknown as JsonObject;
  },

  got: async (answer, { passkeyId, publicKey, counter, transports }, { origin, rpId, isChallenge }) => {
    const { verifyAuthenticationResponse } = await library();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as unknown as Got,
      expectedChallenge: isChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: {
        id: passkeyId,
        publicKey: fromBase64(publicKey),
        counter,
        transports: [...transports] as NonNullable<Transports>,
      },
      requireUserVerification: true,
    }).catch(() => ({ verified: false, authenticationInfo: undefined }));
    return verified && authenticationInfo ? { counter: authenticationInfo.newCounter } : null;
  },
});

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'));
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));
