import type { AuthService } from '../../core/auth/service.ts';
import type { TokenFile } from '../../core/auth/store.ts';
import { token } from '../token.ts';

export const authTokens = {
  tokenFile: token<TokenFile>('token-file'),
  auth: token<AuthService>('auth'),
};
