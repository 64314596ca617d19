import { refusals } from '../../kernel/refusal.ts';
import type { ExportProblems } from './says.ts';

export const refuse = refusals<ExportProblems>()('export', {
  export_hosted: 'forbidden',
  export_in_progress: 'conflict',
  unknown_section: 'invalid',
  export_unavailable: 'unavailable',
  import_not_empty: 'conflict',
  import_unusable: 'impossible',
});
