import type { VNode } from 'preact';
import { placeOfArea } from '../app/place.ts';
import { Icon } from '../parts/icon.tsx';
import { visible } from '../parts/visible.ts';
import { conversationWords } from '#words/conversation.ts';
import type { ToolCall } from './run-items.ts';
import { savedBy, type SavedArtifact } from './saved-artifact.ts';

const said = conversationWords;

/** A link to each artifact that these calls have saved, once. */
export function SavedArtifacts({ calls }: { calls: readonly ToolCall[] }): VNode | null {
  const saved = new Map<string, SavedArtifact>();
  for (const { name, input, result } of calls) {
    const found = savedBy({ name, input, result: result.value });
    if (found === null) continue;
    const title = found.title ?? saved.get(found.artifactId)?.title ?? null;
    saved.set(found.artifactId, { ...found, title });
  }
  if (saved.size === 0) return null;
  return (
    <p class="made">
      {[...saved.values()].map(({ artifactId, title }) => (
        <a key={artifactId} href={placeOfArea('artifacts', artifactId)} dir="auto">
          <Icon name="artifacts" />
          {title === null ? said.openArtifact : visible(said.openArtifactNamed(title))}
        </a>
      ))}
    </p>
  );
}
