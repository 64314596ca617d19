import type { ContactPoints } from '../../../core/knowledge/graph/port.ts';
import { domainToASCII } from 'node:url';
import { lazily } from './lazily.ts';
import { pageHostOf } from './page-hosts.ts';
import { isRoleMailbox } from './role-mailboxes.ts';

/**
 * `key` of a mail address: in lower case. Providers treat the local part so, and people type it so. A domain of other
 * letters than those of ASCII has two spellings; the key of a domain, also of that in an address, is the one in ASCII.
 */
export const contactPoints: ContactPoints = {
  email: (text) => {
    const value = text.replace(/^mailto:/iu, '').normalize('NFC');
    if (!lazily.isEmail(value)) return null;
    const at = value.lastIndexOf('@');
    const [box, domain] = [value.slice(0, at), value.slice(at + 1).toLowerCase()];
    return { value: `${box}@${domain}`, key: `${box.toLowerCase()}@${inAscii(domain)}` };
  },

  isCountry: (code) => lazily.phones.getCountryCodeForRegionCode(code.toUpperCase()) !== 0,

  phone: (text, country) => {
    const regionCode = country?.toUpperCase();
    const isKnown = regionCode !== undefined && contactPoints.isCountry(regionCode);
    const typed = text.replace(/^tel:/iu, '');
    // The library takes words before a number for nothing, and letters of it for digits.
    if (/\p{L}/u.test(typed.replace(EXTENSION, ''))) return null;
    const { possible, number } = lazily.phones.parsePhoneNumber(typed, isKnown ? { regionCode } : {});
    if (!possible || number === undefined) return null;
    const extension = /;ext=(\d+)/u.exec(number.rfc3966)?.[1];
    return {
      value: number.international,
      key: number.e164 + (extension === undefined ? '' : `x${extension}`),
    };
  },

  domain: (text) => {
    const { hostname, domain } = lazily.tldts.parse(text.normalize('NFC').trim(), ALSO_PRIVATE);
    if (hostname === null || domain === null) return null;
    // A page at a host says nothing of the domain of the host, which is that of another firm.
    const value = pageHostOf(hostname) === null ? domain : hostname.replace(/^www\./u, '');
    return { value, key: inAscii(value) };
  },

  vatNumber: (text) => {
    const value = text.toUpperCase().replaceAll(/[\s.\-/]/gu, '');
    const country = /^[A-Z]{2}/u.exec(value)?.[0];
    if (country === undefined) return null;
    return isVatOf(value, country === 'EL' ? 'GR' : country) ? { value, key: value } : null;
  },

  url: (text) => {
    if (!URL.canParse(text)) return null;
    const url = new URL(text);
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
    return isWeb && url.username === '' && url.password === '' ? { value: url.href, key: url.href } : null;
  },

  currency: (text) => {
    const value = text.toUpperCase();
    return Intl.supportedValuesOf('currency').includes(value) ? { value, key: value } : null;
  },

  isPersonal: (email) => !isRoleMailbox(email.slice(0, Math.max(0, email.lastIndexOf('@')))),

  isShared: (domain) =>
    lazily.publicMail.has(domain.toLowerCase()) ||
    pageHostOf(domain.toLowerCase()) !== null ||
    lazily.tldts.parse(domain, ALSO_PRIVATE).isPrivate === true,
};

const EXTENSION = /(?:;ext=|ext(?:ensio)?n?\.?|x|#)\s*\p{Nd}+\s*$/iu;

/** With the part of the Public Suffix List that names hosts, such as github.io, below which anyone gets a name. */
const ALSO_PRIVATE = { allowPrivateDomains: true } as const;

/** The same text if it is no host name. */
const inAscii = (domain: string): string => domainToASCII(domain) || domain;

/** The library throws for a country that it does not know. */
function isVatOf(value: string, country: string): boolean {
  try {
    return lazily.isVAT(value, country);
  } catch {
    return false;
  }
}
