import type { ConfigService } from '../../core/config/service.ts';
import type { ConfigFiles } from '../../core/config/store.ts';
import { token } from '../token.ts';

export const configTokens = {
  configFiles: token<ConfigFiles>('config-files'),
  config: token<ConfigService>('config'),
};
