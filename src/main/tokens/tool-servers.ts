import type { LoginStore, ToolServerClient } from '../../core/tool-servers/port.ts';
import type { ToolServerService } from '../../core/tool-servers/service.ts';
import type { ToolServerStore } from '../../core/tool-servers/store.ts';
import { token } from '../token.ts';

export const toolServerTokens = {
  toolServerStore: token<ToolServerStore>('tool-server-store'),
  toolServerLogins: token<LoginStore>('tool-server-logins'),
  toolServerClient: token<ToolServerClient>('tool-server-client'),
  toolServers: token<ToolServerService>('tool-servers'),
};
