import type { ConfigProblems } from '../../../core/instance/config/says.ts';
import type { Words } from '../says.ts';
import { quoted } from './forms.ts';

export const config: Words<ConfigProblems> = {
  'config.invalid_request': ({ place, why }, tell) =>
    `The configuration would not be valid: ${place ?? 'it'} ${tell(why)}. Nothing was changed.`,
  'config.config_file_invalid':
    'The config file on disk is invalid, so nothing was changed: overwriting it would lose its contents. Correct it by hand, or start a new file with `svc config set KEY VALUE --replace` (PUT /api/config?replace=true); the old one is kept beside it.',
  'config.ignored': ({ key, why, file }, tell) =>
    `${key === null ? 'It' : quoted(key)} ${tell(why)}; because of this, all of ${file === 'user' ? 'config.json in the data directory is ignored. Correct' : '.svc/config.json in the working directory is ignored. Correct or remove'} the file; the engine reads it at the next change of a setting, or at the next start.`,
  'config.not_for_projects': ({ key }) =>
    `A project file may not set ${key}, so it is ignored there. Set it in the user's own config.json if you want it.`,
  'config.key_not_sent': ({ place }) =>
    `api_key was given for ${place}, so it is not sent to the current provider. Set it again to use it there, or remove it.`,
  'config.no_profile':
    'worker_profile names a profile that is not in model_profiles, so it is ignored. Add that profile, or name another.',
  'config.variable': ({ variable, be, key }, tell) =>
    `The environment variable ${variable} must be ${tell(be)}. Until it is corrected or unset, ${key} counts as not set, whatever the config files say. The environment is read when the engine starts.`,
};
