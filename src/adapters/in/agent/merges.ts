import type { merges } from '../../../contract/agent/merges.ts';
import { modelText, trusted, type Renderers } from './model-text.ts';

export const mergesRenderers: Renderers<(typeof merges)[number]> = {
  merge_entries: ({ mergeId, mergedName, keptName, dataRows, conversationLinks }, marked) =>
    modelText`Merged (${trusted(mergeId)}): ${marked('graph', `${mergedName} is shown as ${keptName}`)}, with ${dataRows} rows of data and ${conversationLinks} conversations. Your owner can take it back.`,
};
