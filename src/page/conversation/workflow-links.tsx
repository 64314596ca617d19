import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { Icon } from '../parts/icon.tsx';
import { visible } from '../parts/visible.ts';
import { conversationWords } from '#words/conversation.ts';
import type { ToolCall } from './run-items.ts';
import { workflowOf } from './workflow-of-call.ts';

const said = conversationWords;

/** A link to each workflow that these calls have saved, and to each run that they have begun. */
export function WorkflowLinks({ calls }: { calls: readonly ToolCall[] }): VNode | null {
  const found = calls.flatMap(
    ({ name, input, result }) => workflowOf({ name, input, result: result.value }) ?? [],
  );
  if (found.length === 0) return null;
  return (
    <p class="made">
      {found.map(({ part, isRun, name }) => (
        <a key={part} href={placeOfArea('workflows', part)} dir="auto">
          <Icon name="workflows" />
          {isRun
            ? said.openWorkflowRun
            : name === null
              ? said.openWorkflow
              : visible(said.openWorkflowNamed(name))}
        </a>
      ))}
    </p>
  );
}
