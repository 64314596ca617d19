import type { PromptService } from '../../core/prompts/service.ts';
import type { PromptStore } from '../../core/prompts/store.ts';
import { token } from '../token.ts';

export const promptTokens = {
  promptStore: token<PromptStore>('prompt-store'),
  prompts: token<PromptService>('prompts'),
};
