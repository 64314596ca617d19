import type { Carrying } from '../../core/workflows/carrying.ts';
import type { WorkflowDefinitions } from '../../core/workflows/definitions.ts';
import type { WorkflowNews } from '../../core/workflows/news.ts';
import type { WorkflowService } from '../../core/workflows/service.ts';
import type { WorkflowStore } from '../../core/workflows/store.ts';
import { token } from '../token.ts';

export const workflowTokens = {
  workflowStore: token<WorkflowStore>('workflow-store'),
  workflowNews: token<WorkflowNews>('workflow-news'),
  workflowDefinitions: token<WorkflowDefinitions>('workflow-definitions'),
  carrying: token<Carrying>('carrying'),
  workflows: token<WorkflowService>('workflows'),
};
