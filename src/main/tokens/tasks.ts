import type { AgentWork } from '../../core/tasks/agent-work.ts';
import type { TaskService } from '../../core/tasks/service.ts';
import type { TaskStore } from '../../core/tasks/store.ts';
import { token } from '../token.ts';

export const taskTokens = {
  taskStore: token<TaskStore>('task-store'),
  agentWork: token<AgentWork>('agent-work'),
  tasks: token<TaskService>('tasks'),
};
