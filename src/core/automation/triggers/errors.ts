import { conflict, impossible, invalid, notFound, refusals, upstream } from '../../kernel/refusal.ts';

export const refuse = refusals({
  trigger_not_found: notFound('No trigger has this id. `svc trigger` lists all of them.'),
  invalid_trigger: invalid('A trigger needs a title, a time or a page to watch, and something to do.'),
  invalid_schedule: invalid(
    'This is not a schedule. Write five fields of cron like "0 8 * * mon-fri", "every 30m", or "at 2027-01-31 09:00".',
  ),
  invalid_time_zone: invalid(
    'This is not a time zone. Use a name of the IANA database, like "Europe/Vienna" or "UTC".',
  ),
  watch_unreadable: upstream('The watched page cannot be read now.'),
  invalid_selector: invalid('This is not a CSS selector, like "main .price".'),
  ceiling_reached: impossible('Its runs have cost as much as they may.'),
  trigger_changed: conflict('The trigger has changed meanwhile. Read it again, then repeat the change.'),
  trigger_unconfirmed: conflict(
    'The trigger waits for its owner. Look at what it may do, and confirm it: on the page, or with `svc trigger confirm ID`.',
  ),
});
