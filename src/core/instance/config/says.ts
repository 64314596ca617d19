import { saying, type Plain, type Says, type Quoted } from '../../kernel/says.ts';

/** Why a change is refused, and what in the sources of the configuration is ignored. */
export interface ConfigProblems extends Plain<'config.config_file_invalid' | 'config.no_profile'> {
  'config.invalid_request': { place: string | null; why: Says };
  'config.ignored': { key: Quoted | null; why: Says; file: 'user' | 'project' };
  'config.not_for_projects': { key: string };
  'config.key_not_sent': { place: string };
  'config.variable': { variable: string; be: Says; key: string };
}

export const say = saying<ConfigProblems>();
