import { expect, it } from '@jest/globals';
import { zoneTyped } from '../../src/page/automation/zone-typed.ts';

const zones = ['America/New_York', 'America/Kentucky/Monticello', 'Asia/Dili', 'Europe/Berlin', 'Some/Dili'];

it('knows a time zone by its name in any spelling, and by its city', () => {
  const meant = (text: string) => zoneTyped(text, zones);
  expect(meant('Europe/Berlin')).toBe('Europe/Berlin');
  expect(meant(' europe / berlin ')).toBe('Europe/Berlin');
  expect(meant('berlin')).toBe('Europe/Berlin');
  expect(meant('New York')).toBe('America/New_York');
  expect(meant('Monticello')).toBe('America/Kentucky/Monticello');
});

it('leaves to the engine what is not known, and what two of them may be', () => {
  const meant = (text: string) => zoneTyped(text, zones);
  expect(meant('Dili')).toBe('Dili');
  expect(meant('Lübeck')).toBe('Lübeck');
  expect(meant('UTC')).toBe('UTC');
  expect(meant(' ')).toBe('');
  expect(meant('+01:00')).toBe('+01:00');
});

it('knows the zones of this machine', () => expect(zoneTyped('Vienna')).toBe('Europe/Vienna'));
