import { conflict, invalid, refusalsInText } from '../../kernel/refusal.ts';

export const refuse = refusalsInText({
  /** The surfaces' own code, for violations that appear only when a change is applied to the file. */
  invalid_request: invalid('The configuration would not be valid with these changes. Nothing was changed.'),
  config_file_invalid: conflict(
    'The config file on disk is invalid, so nothing was changed: overwriting it would lose its contents. ' +
      'Correct it by hand, or start a new file with `svc config set KEY VALUE --replace` (PUT /api/config?replace=true); the old one is kept beside it.',
  ),
});
