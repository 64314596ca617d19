import { expect } from '@jest/globals';
import { CronExpressionParser } from 'cron-parser';
import { triggersOver } from '../../../harness/triggers.ts';
import { verifies } from '../../../spec/verifies.ts';

const [FROM, TO] = [Date.UTC(2026, 0, 1), Date.UTC(2027, 0, 1)];
const ZONES = ['Europe/Vienna', 'America/New_York', 'Asia/Kathmandu'];

// Different for each number: mostly of the week and the month, some of the day, a few of the hour.
const scheduleOf = (no: number): string => {
  const [minute, hour] = [(no * 7) % 60, 4 + ((no * 5) % 20)];
  if (no % 67 === 0) return `${minute} */6 * jan,jul *`;
  if (no % 90 === 1) return `${minute} ${hour} * * *`;
  if (no % 6 === 0) return `${minute} ${hour} * * ${['mon', 'sun', '3', 'fri-sat'][no % 4]}`;
  if (no % 2 === 1) return `${minute} ${hour} ${1 + (no % 31)} * *`;
  return `${minute} ${hour} 1,15 jan-jun/2 tue`;
};

verifies(
  'triggers.fire.once',
  'a year of 200 triggers in three time zones gives the fires that another library expects, each once',
  async () => {
    const engine = await triggersOver();
    const all = [];
    for (let no = 0; no < 200; no += 1) {
      const [schedule, timeZone] = [scheduleOf(no), ZONES[no % 3] ?? 'UTC'];
      const asked = { title: `Trigger ${no}`, effect: 'notify', schedule, timeZone } as const;
      all.push((await engine.made(asked)).trigger);
    }
    for (;;) {
      const at = await engine.store.nextDueAt([]);
      if (at === null || at >= TO) break;
      engine.clock.jump(at - engine.clock.now());
      engine.scheduler.changed();
      await engine.clock.advance(0);
    }
    let count = 0;
    for (const { triggerId, schedule, timeZone } of all) {
      const fires = await engine.fired({ triggerId });
      count += fires.length;
      expect([schedule, timeZone, ...fires.map(({ dueAt }) => new Date(dueAt).toISOString())]).toEqual([
        schedule,
        timeZone,
        ...expected(schedule ?? '', timeZone),
      ]);
      expect(fires.every(({ outcome, missed }) => outcome === 'verified' && missed === 0)).toBe(true);
    }
    expect(count).toBeGreaterThan(4_000);
  },
);

function expected(schedule: string, tz: string): readonly string[] {
  const times = CronExpressionParser.parse(schedule, { currentDate: new Date(FROM), tz });
  const found: string[] = [];
  for (let one = times.next(); one.getTime() < TO; one = times.next()) found.push(one.toDate().toISOString());
  return found;
}
