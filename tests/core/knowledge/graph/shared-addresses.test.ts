// Addresses that several people or firms share recognise none of them.
import { expect, test } from '@jest/globals';
import { contactPoints } from '../../../../src/adapters/out/contact-points/contact-points.ts';
import { fromOwner } from '../../../../src/core/knowledge/memory/model.ts';
import { closeWorld, mergesOver, worldOfMerges } from '../../../harness/merges.ts';

/** How many entities two of these become. */
async function taken(
  kind: 'person' | 'organization',
  ...saved: readonly { readonly name: string; readonly detail: Readonly<Record<string, string>> }[]
): Promise<number> {
  const world = worldOfMerges();
  const { graph } = mergesOver(world);
  const ids = new Set<string>();
  for (const one of saved) ids.add((await graph.save({ kind, ...one }, fromOwner)).entityId);
  await closeWorld(world);
  return ids.size;
}

test.each([
  'https://sites.google.com/view/acme',
  'acme.github.io',
  'acme.blogspot.com',
  'acme.wordpress.com',
  'https://www.facebook.com/acme',
  'https://de.linkedin.com/company/acme',
  'linktr.ee/acme',
  'gmail.com',
])('two firms with a page or a mailbox at %s are two', async (domain) => {
  expect(
    await taken(
      'organization',
      { name: 'Acme GmbH', detail: { domain } },
      { name: 'Beta GmbH', detail: { domain } },
    ),
  ).toBe(2);
});

test('a page at a host is not the domain of the firm that runs the host', async () => {
  expect(
    await taken(
      'organization',
      { name: 'Google LLC', detail: { domain: 'google.com' } },
      { name: 'Acme GmbH', detail: { domain: 'https://sites.google.com/view/acme' } },
    ),
  ).toBe(2);
});

test.each([
  ['müller.at', 'xn--mller-kva.at'],
  ['https://www.MÜLLER.at/', 'XN--MLLER-KVA.AT'],
  ['mu\u0308ller.at', 'müller.at'],
])('%s and %s are one domain', async (one, two) => {
  expect(
    await taken(
      'organization',
      { name: 'Müller GmbH', detail: { domain: one } },
      { name: 'M. Mueller Holding', detail: { domain: two } },
    ),
  ).toBe(1);
  expect(contactPoints.email(`Anna@${one.replace(/^https:\/\/www\.|\/$/gu, '')}`)?.key).toBe(
    'anna@xn--mller-kva.at',
  );
});

test.each(
  (
    'info sales office kontakt hallo dispo einkauf purchasing bookkeeping accounts accounts.payable sales-emea sales2 ' +
    'info.wien no-reply no_reply noreply-invoices kundendienst servicedesk helpdesk facturacion contabilidad amministrazione ' +
    'secretaria rrhh comercial compras praxis ordination rezeption frontdesk hotel restaurant events media redaktion ' +
    'customerservice customer.service hr.team zarzad biuro sekretariat2 studio shop bestellungen webmaster info+news'
  ).split(' '),
)('%s@ is a mailbox of a role', (box) => {
  expect(contactPoints.isPersonal(`${box}@acme.example`)).toBe(false);
});

test.each(['anna', 'anna.weber', 'a.weber', 'weber', 'mark', 'grace.hall', 'bill', 'pat'])(
  '%s@ is a mailbox of a person',
  (box) => {
    expect(contactPoints.isPersonal(`${box}@acme.example`)).toBe(true);
  },
);

test('an address that a merge brings is shown beside the own one, once', async () => {
  const world = worldOfMerges();
  const { graph, merges } = mergesOver(world);
  const add = async (email: string) =>
    (await graph.save({ kind: 'person', name: 'Ann', detail: { email }, isNew: true }, fromOwner)).entityId;
  const [kept, ...others] = [
    await add('a@one.example'),
    await add('b@two.example'),
    await add('B@two.example'),
  ];
  for (const other of others) await merges.merge(other, kept);
  expect(await graph.get(kept)).toMatchObject({
    detail: { email: 'a@one.example' },
    further: { email: [expect.stringMatching(/^b@two\.example$/iu)] },
  });
  await closeWorld(world);
});
