import type { UnreadService } from '../../core/unread/service.ts';
import { token } from '../token.ts';

export const unreadTokens = { unread: token<UnreadService>('unread') };
