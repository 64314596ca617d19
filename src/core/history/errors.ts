import { invalid, refusals } from '../kernel/refusal.ts';

export const refuse = refusals({
  time_zone_unknown: invalid(
    'There is no time zone of this name. Use one of the IANA database: Europe/Berlin.',
  ),
});
