/**
 * Mailboxes of a function, which several people read: those of RFC 2142, and words that firms use in their languages. The
 * npm package role-based-email-addresses has a longer list of the first kinds. A word that is a given or a family name
 * somewhere is left out: a mailbox that is not known here only has to be told apart by its owner.
 */
const WORDS = new Set(
  [
    // RFC 2142
    'info marketing sales support abuse noc security postmaster hostmaster usenet news webmaster www uucp ftp',
    // No one reads them, or programs do.
    'noreply donotreply nicht-antworten keineantwort noresponder mailer-daemon mailerdaemon bounce bounces notification notifications',
    'notify alert alerts automated system daemon root admin admins administrator sysadmin newsletter newsletters mailing digest updates',
    // Contact
    'contact contacts contactus kontakt contacto contatto contato contactez hello hallo hola mail email post mailbox office officeadmin',
    'buero biuro kancelaria zentrale zentral empfang reception recepcion reception rezeption frontdesk frontoffice headoffice secretary',
    'secretariat secretaria secretariaat sekretariat segreteria enquiries enquiry inquiries inquiry information informacion informazioni',
    'welcome feedback questions request requests anfrage anfragen all everyone everybody team teams staff group firma firmapost company',
    // Service
    'service services servicedesk servicecenter help helpdesk hilfe hotline care customer customers customercare customerservice',
    'customersupport customersuccess kundenservice kundendienst kundenbetreuung kunden clientes clients client soporte suporte assistenza',
    'assistance supportteam tech technical technik techsupport ticket tickets complaints reklamation returns warranty emergency notdienst',
    // Selling and buying
    'vertrieb verkauf ventas vendas vente ventes vendite salesteam presales sprzedaz comercial commercial commerciale offers offer angebot',
    'angebote quotes quote order orders ordini bestellung bestellungen bestellen pedidos commandes shop store webshop onlineshop einkauf',
    'beschaffung purchasing purchase procurement compras achats acquisti partner partners partnerships wholesale export import dispo',
    'disposition logistik logistics logistica shipping versand lager warehouse delivery',
    // Money
    'billing invoice invoices invoicing rechnung rechnungen rechnungswesen fakturierung factura facturas facturacion faturamento fattura',
    'fatture accounts account accounting accountant accountspayable accountsreceivable bookkeeping buchhaltung buha finance finanzen',
    'finanz finances financeiro contabilidad contabilidade contabilita comptabilite compta ksiegowosc amministrazione administracion',
    'administration verwaltung payment payments payroll lohn lohnverrechnung treasury tax steuer mahnung inkasso expenses',
    // People and law
    'hr humanresources personal personalabteilung rrhh jobs job karriere career careers bewerbung bewerbungen recruiting recruitment',
    'hiring talent ausbildung legal recht compliance datenschutz dataprotection privacy gdpr dsgvo dpo datenschutzbeauftragter',
    // Press, events, houses
    'press presse prensa stampa pr media medien redaktion redaccion redazione redaction editor editorial communications kommunikation',
    'events event veranstaltungen booking bookings reservierung reservierungen reservation reservations reservas prenotazioni buchung',
    'buchungen hotel restaurant praxis ordination kanzlei studio werkstatt schule school pfarre gemeinde verein vorstand zarzad board',
    'management geschaeftsfuehrung geschaeftsleitung direktion direccion direction direzione gerencia projekt projekte project projects',
    // Machines and sites
    'it edv dev developer developers devops hosting domains dns web website webteam server monitoring backup test demo api',
  ]
    .join(' ')
    .split(' '),
);

/** Whether the part before the @ is that of a role, as "sales", "sales2", "sales-emea", "hr.team" and "no_reply" are. */
export function isRoleMailbox(box: string): boolean {
  const plain = box.toLowerCase().replace(/\+.*$/u, '');
  const parts = plain.split(/[._-]+/u).map((part) => part.replace(/\d+$/u, ''));
  if (WORDS.has(plain) || WORDS.has(parts.join(''))) return true;
  const [first = ''] = parts;
  if (first === 'no' || first === 'do') return WORDS.has(`no${parts[1] ?? ''}`) || parts.includes('reply');
  // Two letters are also the initials of a person.
  return WORDS.has(first) && (first.length > 2 || parts.every((part) => WORDS.has(part)));
}
