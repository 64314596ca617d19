import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Alert } from '../parts/alert.tsx';
import { EngineText } from '../parts/engine-text.tsx';
import { isKeyboardLost } from '../parts/keyboard-after.ts';
import { visible } from '../parts/visible.ts';
import { worded } from '../engine/failure.ts';
import { DiffView } from '../review/diff-view.tsx';
import { toolServerWords as said } from '#words/tool-servers.ts';
import { changedParts, partsOf, type Definition } from './definitions.ts';
import type { ServerTool } from './opened.ts';

/** One tool of a server. All but its state and the reason for it is in the words of its server. */
export function ToolCard({
  tool,
  wrong,
  isOpenAtFirst,
  canAccept,
  onAccept,
}: {
  tool: ServerTool;
  /** Why it could not be accepted; '' if nothing is wrong. */
  wrong: string;
  isOpenAtFirst: boolean;
  canAccept: boolean;
  onAccept: () => void;
}): VNode {
  const { state, why, offeredName, accepted, present } = tool;
  const name = tool.name === '' ? said.noName : visible(tool.name);
  const definition = present ?? accepted;
  const isWaiting = state === 'changed' || state === 'new';
  const title = useRef<HTMLHeadingElement>(null);
  const wasAccepted = useRef(false);
  useLayoutEffect(() => {
    // The button is gone, and with it the place of the keyboard.
    if (wasAccepted.current && !isWaiting && isKeyboardLost()) title.current?.focus();
    wasAccepted.current = false;
  }, [isWaiting]);
  return (
    <article class="card tool" aria-label={name}>
      <div class="head">
        <h4 ref={title} tabIndex={-1} dir="auto">
          {name}
        </h4>
        <span class={`state is-${state}`}>{said.toolStates[state]}</span>
      </div>
      {definition?.title ? <p class="hint">{visible(said.callsItself(definition.title))}</p> : null}
      {offeredName === null ? null : (
        <p class="hint offered-name">
          {said.offeredAs} <code>{offeredName}</code>
        </p>
      )}
      <p class="hint">{said.toolHints[state]}</p>
      {why === null ? null : (
        <p class="reason">
          <EngineText text={worded(why, tool.saysWhy)} />
        </p>
      )}
      {definition === null || isWaiting ? null : (
        <blockquote dir="auto">{visible(definition.description) || said.saysNothing}</blockquote>
      )}
      {state === 'changed' && accepted !== null && present !== null ? (
        <Opening label={said.changes} name={said.changesOf(name)} isOpenAtFirst={isOpenAtFirst}>
          {() => <Changes tool={name} accepted={accepted} present={present} />}
        </Opening>
      ) : definition === null ? null : (
        <Opening
          label={said.definition}
          name={state === 'new' ? said.newDefinitionOf(name) : said.definitionOf(name)}
          isOpenAtFirst={isOpenAtFirst && isWaiting}
        >
          {() => <Whole tool={name} definition={definition} />}
        </Opening>
      )}
      <Alert text={wrong} />
      {isWaiting ? (
        <p>
          <button
            type="button"
            aria-label={visible(said.acceptNamed(name))}
            disabled={!canAccept}
            onClick={() => {
              wasAccepted.current = true;
              onAccept();
            }}
          >
            {said.accept}
          </button>
        </p>
      ) : null}
    </article>
  );
}

/** What is drawn once it is opened: a server may have many tools with long definitions. */
function Opening({
  label,
  name,
  isOpenAtFirst,
  children,
}: {
  label: string;
  name: string;
  isOpenAtFirst: boolean;
  children: () => VNode;
}): VNode {
  const isOpen = useSignal(isOpenAtFirst);
  return (
    <details open={isOpen.value} onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
      <summary>
        {label}
        <span class="unseen">{name.slice(label.length)}</span>
      </summary>
      {isOpen.value ? children() : null}
    </details>
  );
}

const Whole = ({ tool, definition }: { tool: string; definition: Definition }): VNode => (
  <div class="parts-of-definition">
    {partsOf(definition).map(({ name, text }) => (
      <section key={name}>
        <h5>{said.parts[name]}</h5>
        <pre
          class="boxed"
          tabIndex={0}
          role="group"
          aria-label={visible(said.partOf(said.parts[name], tool))}
          dir="auto"
        >
          {visible(text)}
        </pre>
      </section>
    ))}
  </div>
);

function Changes({
  tool,
  accepted,
  present,
}: {
  tool: string;
  accepted: Definition;
  present: Definition;
}): VNode {
  const parts = useMemo(() => changedParts(accepted, present), [accepted, present]);
  return (
    <div class="parts-of-definition">
      {parts.map(({ name, diff, hasOldSide }) => (
        <section key={name}>
          <h5>{said.parts[name]}</h5>
          {diff === '' ? (
            <p class="hint">{said.whiteSpace}</p>
          ) : (
            <DiffView
              diff={diff}
              label={visible(said.partOf(said.parts[name], tool))}
              hasOldSide={hasOldSide}
            />
          )}
        </section>
      ))}
    </div>
  );
}
