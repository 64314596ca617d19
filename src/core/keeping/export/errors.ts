import {
  conflict,
  forbidden,
  impossible,
  invalid,
  refusalsInText,
  unavailable,
} from '../../kernel/refusal.ts';

export const refuse = refusalsInText({
  export_hosted: forbidden('A host runs this instance. Ask the host for a copy of your data.'),
  export_in_progress: conflict('An export is in progress. Wait for it to end, then try again.'),
  unknown_section: invalid('There is no section with this name in an export.'),
  export_unavailable: unavailable(
    'The export could not begin: the disk or a database failed. The log of the engine says why.',
  ),
  import_not_empty: conflict(
    'This engine has data already, and an import goes into an empty one only. Nothing was changed.',
  ),
  import_unusable: impossible('This is not an export of svc, or it is damaged. Nothing was changed.'),
});
