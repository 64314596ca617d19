import { expect } from '@jest/globals';
import { bodyFrom, NEW_PROFILE, typedFrom, type ShownProfile } from '../../src/page/settings/api-profile.ts';
import { verifies } from '../spec/verifies.ts';

verifies('apis.save', 'the form shows a profile and sends the same, and only what is filled in', () => {
  const whole = {
    name: 'Shop',
    base_url: 'https://shop.example/v1',
    description: 'Orders\nand more',
    auth: { type: 'header', header_name: 'X-Shop', instructions: 'secret:SHOP_KEY' },
    rate_limit: { requests_per_second: 1, requests_per_day: 100 },
    endpoints: [
      { method: 'GET', path: '/orders/{id}', description: 'One order' },
      { method: 'POST', path: '/x' },
    ],
    guidelines: ['Be brief.'],
    avoid: ['Haste.', 'Waste.'],
    notes: ['In euros.'],
  };
  expect(bodyFrom(typedFrom({ id: 'shop', ...whole, limits: [] } as unknown as ShownProfile))).toEqual(whole);
  const { name, base_url, description } = whole;
  expect(
    bodyFrom({ ...NEW_PROFILE, name: ` ${name} `, address: base_url, description, place: 'left' }),
  ).toEqual({
    name,
    base_url,
    description,
  });
  const odd = bodyFrom({ ...NEW_PROFILE, auth: 'query', place: 'k', day: 'many', endpoints: 'get /a\n\n/b' });
  expect(odd).toMatchObject({
    auth: { type: 'query', query_param: 'k' },
    rate_limit: { requests_per_day: NaN },
    endpoints: [
      { method: 'GET', path: '/a' },
      { method: '/B', path: '' },
    ],
  });
});
