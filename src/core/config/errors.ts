import { conflict, invalid, refusals } from '../kernel/refusal.ts';

export const refuse = refusals({
  /** The code of the surface, for what only the file can tell of a change. */
  invalid_request: invalid('The configuration would not be valid with these changes. Nothing was changed.'),
  config_file_invalid: conflict(
    'The config file on disk cannot be used, so nothing was changed: writing to it would lose what it says. ' +
      'Correct it by hand, or send the same with ?replace=true to begin a new one; the old one is kept beside it.',
  ),
});
