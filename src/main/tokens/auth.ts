import type { LoginService } from '../../core/auth/logins.ts';
import type { AuthService } from '../../core/auth/service.ts';
import type { LoginFile, TokenFile } from '../../core/auth/store.ts';
import { token } from '../token.ts';

export const authTokens = {
  tokenFile: token<TokenFile>('token-file'),
  auth: token<AuthService>('auth'),
  loginFile: token<LoginFile>('login-file'),
  logins: token<LoginService>('logins'),
};
