import { expect, it } from '@jest/globals';
import { recurrenceOf, scheduleOf, usual } from '../../src/page/automation/recurrence.ts';

it('what a person chooses is a schedule, which is read as what was chosen', () => {
  const chosen = [
    [{ often: 'daily', time: '07:05' }, '5 7 * * *'],
    [{ often: 'weekdays' }, '0 9 * * mon-fri'],
    [{ often: 'weekly', days: ['mon'] }, '0 9 * * mon'],
    [{ often: 'weekly', days: ['tue', 'sun'], time: '18:00' }, '0 18 * * tue,sun'],
    [{ often: 'monthly', day: 31 }, '0 9 31 * *'],
    [{ often: 'every', count: 90, unit: 'm' }, 'every 90m'],
    [{ often: 'every', count: 2, unit: 'd' }, 'every 2d'],
    [{ often: 'own', text: '*/5 8-18 * * mon' }, '*/5 8-18 * * mon'],
  ] as const;
  for (const [part, schedule] of chosen) {
    const whole = { ...usual, ...part };
    expect([scheduleOf(whole), recurrenceOf(schedule)]).toEqual([schedule, whole]);
  }
});

it('reads what others wrote in other ways, and leaves what nobody could choose as it is', () => {
  const oftenOf = (schedule: string) => recurrenceOf(schedule).often;
  expect(recurrenceOf(' 0  9 * * 1-5 ')).toEqual({ ...usual, often: 'weekdays' });
  expect(recurrenceOf('0 9 * * 0,7,6')).toEqual({ ...usual, often: 'weekly', days: ['sat', 'sun'] });
  expect(recurrenceOf('30 6 * * MON,wed-FRI').days).toEqual(['mon', 'wed', 'thu', 'fri']);
  for (const text of [
    '',
    '@daily',
    '0 9 1 * mon',
    '0 9 * 1 *',
    '60 9 * * *',
    '0 9 * * fri-mon',
    'every 0m',
    'at 9',
  ])
    expect([text, oftenOf(text), scheduleOf(recurrenceOf(text))]).toEqual([text, 'own', text]);
});
