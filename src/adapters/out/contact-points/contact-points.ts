import type { ContactPoints } from '../../../core/graph/port.ts';
import { lazily } from './lazily.ts';

/** Mailboxes of a function, which several people read (RFC 2142, and those that firms use). */
const ROLES = new Set(
  (
    'info office kontakt contact contacto contatto hello hallo mail email post support help hilfe service sales vertrieb ' +
    'verkauf ventas marketing press presse pr billing invoice invoices rechnung rechnungen buchhaltung accounting finance ' +
    'admin administrator webmaster hostmaster postmaster abuse noc security root noreply no-reply donotreply newsletter ' +
    'jobs karriere career careers hr bewerbung team all everyone privacy datenschutz legal orders order bestellung shop ' +
    'reception empfang booking reservations feedback enquiries inquiries kundenservice secretary sekretariat zentrale'
  ).split(' '),
);

/** `key` of a mail address: in lower case. Providers treat the local part so, and people type it so. */
export const contactPoints: ContactPoints = {
  email: (text) => {
    const value = text.replace(/^mailto:/iu, '').normalize('NFC');
    if (!lazily.isEmail(value)) return null;
    const at = value.lastIndexOf('@');
    const shown = `${value.slice(0, at)}@${value.slice(at + 1).toLowerCase()}`;
    return { value: shown, key: value.toLowerCase() };
  },

  phone: (text, country) => {
    const known = country !== null && lazily.phones.isSupportedCountry(country.toUpperCase());
    const number = lazily.phones.parsePhoneNumberFromString(text, {
      ...(known ? { defaultCountry: country.toUpperCase() as 'AT' } : {}),
      extract: false,
    });
    if (!number?.isPossible()) return null;
    return {
      value: number.formatInternational(),
      key: number.number + (number.ext === undefined ? '' : `x${number.ext}`),
    };
  },

  domain: (text) => {
    const domain = lazily.tldts.getDomain(text.trim(), { allowPrivateDomains: true });
    return domain === null ? null : { value: domain, key: domain };
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

  isPersonal: (email) => {
    const [box = ''] = email.toLowerCase().split('@');
    return !ROLES.has(box.replace(/\+.*$/u, ''));
  },

  isPublicMail: (domain) => lazily.publicMail.has(domain.toLowerCase()),
};

/** The library throws for a country that it does not know. */
function isVatOf(value: string, country: string): boolean {
  try {
    return lazily.isVAT(value, country);
  } catch {
    return false;
  }
}
