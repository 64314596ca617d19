import { invalid, refusals } from '../../kernel/refusal.ts';

export const refuse = refusals({
  time_zone_unknown: invalid('No time zone has this name. Use an IANA name, like Europe/Berlin.'),
});
