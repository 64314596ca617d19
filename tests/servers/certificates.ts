// An authority of the tests, and certificates that it signs.
import 'reflect-metadata';
import { KeyObject, webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 24 * 60 * 60 * 1_000;

/** PEM texts. */
export interface Signed {
  readonly cert: string;
  readonly key: string;
}

export interface Authority {
  /** Its own certificate, for clients. */
  readonly ca: string;
  /** Signs one for these names and 127.0.0.1, valid until then. */
  sign(names: readonly string[], until?: Date): Promise<Signed>;
}

const newKeys = async () => await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

const pemOf = (key: webcrypto.CryptoKey): string =>
  KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString();

export async function authority(): Promise<Authority> {
  const keys = await newKeys();
  const name = 'CN=Authority of the tests';
  const notBefore = new Date(Date.now() - DAY_MS);
  const own = await X509CertificateGenerator.createSelfSigned(
    {
      name,
      notBefore,
      notAfter: new Date(Date.now() + DAY_MS),
      signingAlgorithm: ALGORITHM,
      keys,
      extensions: [new BasicConstraintsExtension(true, undefined, true)],
    },
    webcrypto as never,
  );
  return {
    ca: own.toString('pem'),
    sign: async (names, until = new Date(Date.now() + DAY_MS)) => {
      const ofServer = await newKeys();
      const alternatives = [
        ...names.map((value) => ({ type: 'dns' as const, value })),
        { type: 'ip' as const, value: '127.0.0.1' },
      ];
      const cert = await X509CertificateGenerator.create(
        {
          subject: `CN=${names[0]}`,
          issuer: name,
          notBefore,
          notAfter: until,
          signingAlgorithm: ALGORITHM,
          publicKey: ofServer.publicKey,
          signingKey: keys.privateKey,
          extensions: [new SubjectAlternativeNameExtension(alternatives)],
        },
        webcrypto as never,
      );
      return { cert: cert.toString('pem'), key: pemOf(ofServer.privateKey) };
    },
  };
}
