import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
let publicMail: ReadonlySet<string> | undefined;

/** The packages that check addresses and numbers. They are loaded with the first value to check. */
export const lazily = {
  get phones(): typeof import('awesome-phonenumber') {
    return require('awesome-phonenumber') as typeof import('awesome-phonenumber');
  },
  get tldts(): typeof import('tldts') {
    return require('tldts') as typeof import('tldts');
  },
  get isEmail(): (text: string) => boolean {
    return (require('validator/lib/isEmail') as { readonly default: (text: string) => boolean }).default;
  },
  get isVAT(): (text: string, country: string) => boolean {
    return (
      require('validator/lib/isVAT') as { readonly default: (text: string, country: string) => boolean }
    ).default;
  },
  /** Domains of providers of mail that are open to anyone. */
  get publicMail(): ReadonlySet<string> {
    publicMail ??= new Set(require('email-providers/all.json') as string[]);
    return publicMail;
  },
};
