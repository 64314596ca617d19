import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { assistants, refreshAssistants, type Assistant } from '../conversation/assistants.ts';
import { profiles, refreshProfiles } from '../conversation/profiles.ts';
import { engine } from '../engine/client.ts';
import { Choice } from '../parts/choice.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { count } from '../parts/format.ts';
import { Problem } from '../parts/problem.tsx';
import { TextField } from '../parts/text-field.tsx';
import { ToolSwitches, type Costs, type Switches } from '../parts/tool-switches.tsx';
import { useKeptForm } from '../parts/use-form.ts';
import { useReading } from '../parts/use-reading.ts';
import { visible } from '../parts/visible.ts';
import { appWords } from '#words/app.ts';
import { partWords } from '#words/parts.ts';
import { settingsWords } from '#words/settings.ts';
import { threadWords } from '#words/threads.ts';
import { toolSwitchWords } from '#words/tool-switches.ts';

const said = settingsWords.assistants;

/** What the engine takes (`core/instance/instructions/limits.ts`). */
const MOST = 8_000;

/** Named sets of instructions, a model and tools, which a new conversation may begin with. */
export function Assistants(): VNode {
  const isRead = useSignal(false);
  const edited = useSignal<Assistant | null>(null);
  const { wrong, act } = useReading(async () => {
    await Promise.all([refreshAssistants(), refreshProfiles()]);
    isRead.value = true;
    return '';
  });
  const all = assistants.value;
  return (
    <>
      <section class="card" aria-labelledby="assistants-title">
        <h3 id="assistants-title" class="unseen">
          {said.title}
        </h3>
        <p class="hint">{said.hint}</p>
        <Problem text={wrong.value} onAgain={() => void act(async () => undefined)} />
        {isRead.value ? null : <p role="status">{wrong.value === '' ? appWords.loading : ''}</p>}
        {isRead.value && all.length === 0 ? <p class="hint">{said.none}</p> : null}
        <ul class="lines">
          {all.map((one) => (
            <li key={one.assistantId}>
              <strong dir="auto">{visible(one.name)}</strong>
              <span class="hint">{visible(aboutOf(one))}</span>
              <span class="actions">
                <button
                  type="button"
                  class="quiet"
                  aria-label={visible(said.editNamed(one.name))}
                  onClick={() => (edited.value = one)}
                >
                  {said.edit}
                </button>
                <ConfirmButton
                  label={said.removeShort}
                  name={said.remove(one.name)}
                  question={said.removeSure}
                  onSure={() =>
                    void act(
                      () => engine['assistants.delete']({ params: { id: one.assistantId } }),
                      partWords.removed(one.name),
                    )
                  }
                />
              </span>
            </li>
          ))}
        </ul>
      </section>
      {isRead.value ? (
        <AssistantForm
          key={edited.value?.assistantId ?? ''}
          before={edited.value}
          onDone={() => {
            edited.value = null;
            void act(async () => undefined);
          }}
        />
      ) : null}
    </>
  );
}

function aboutOf({ instructions, profile }: Assistant): string {
  const isGone = profile !== null && !profiles.value.includes(profile);
  const model = profile === null ? [] : [isGone ? said.profileGone(profile) : profile];
  return [...model, ...(instructions?.split('\n', 1) ?? [])].join(' · ');
}

function AssistantForm({ before, onDone }: { before: Assistant | null; onDone: () => void }): VNode {
  const { given, wrong, field, set, forget } = useKeptForm(`assistant ${before?.assistantId ?? ''}`, {
    name: before?.name ?? '',
    instructions: before?.instructions ?? '',
    profile: before?.profile ?? '',
    tools: (before?.tools ?? {}) as Switches,
  });
  const { instructions, profile, tools } = given.value;
  const chars = Array.from(instructions).length;
  const names = new Set([...profiles.value, ...(profile === '' ? [] : [profile])]);
  const giveUp = () => {
    forget();
    onDone();
  };
  const send = async () => {
    const { name } = given.peek();
    if (name.trim() === '') return { name: said.nameMissing };
    if (chars > MOST) return { instructions: partWords.instructions.tooLong(count(MOST)) };
    const body = {
      name: name.trim(),
      instructions: instructions.trim() === '' ? null : instructions,
      profile: profile === '' ? null : profile,
    };
    // Those that are not named any more are offered by need.
    const gone = Object.keys(before?.tools ?? {}).map((one): [string, null] => [one, null]);
    const changed = { ...Object.fromEntries(gone), ...tools };
    await (before === null
      ? engine['assistants.add']({ body: { ...body, tools } })
      : engine['assistants.set']({
          params: { id: before.assistantId },
          body: { ...body, tools: changed },
        }));
    say(said.saved(name.trim()));
    set({ name: '', instructions: '', profile: '', tools: {} });
    forget();
    onDone();
  };
  return (
    <Form
      label={before === null ? said.add : said.editing(before.name)}
      isCard
      wrong={wrong}
      names={['name', 'instructions', 'profile']}
      act={said.save}
      leave={before === null ? null : { label: threadWords.cancel, onLeave: giveUp }}
      onSend={send}
    >
      <h3 dir="auto">{visible(before === null ? said.add : said.editing(before.name))}</h3>
      <Field label={said.name} hint={said.nameHint} {...field('name')} />
      <TextField
        label={said.instructions}
        hint={`${said.instructionsHint} ${partWords.instructions.chars(count(chars), count(MOST))}`}
        {...field('instructions')}
      />
      <Choice
        label={said.profile}
        value={profile}
        options={{
          '': said.defaultProfile,
          ...Object.fromEntries([...names].map((name) => [name, visible(name)])),
        }}
        wrong={visible(wrong.value['profile'] ?? '')}
        onChoose={(name) => set({ profile: name })}
      />
      <Tools
        profile={profile}
        chosen={tools}
        onChoose={(name, isOn) => {
          const { [name]: _, ...others } = given.peek().tools;
          set({ tools: isOn === null ? others : { ...others, [name]: isOn } });
        }}
      />
    </Form>
  );
}

/** Its tools, each with what it costs of the window of this model. */
function Tools({
  profile,
  chosen,
  onChoose,
}: {
  profile: string;
  chosen: Switches;
  onChoose: (name: string, isOn: boolean | null) => void;
}): VNode {
  const costs = useSignal<Costs | null>(null);
  const { wrong, act } = useReading(async () => '');
  const read = () =>
    act(async () => {
      costs.value = await engine['tools.list']({ query: profile === '' ? {} : { profile } });
    });
  useEffect(() => void read(), [profile]);
  return (
    <details>
      <summary>{toolSwitchWords.title}</summary>
      <Problem text={wrong.value} onAgain={() => void read()} />
      {costs.value === null ? null : <ToolSwitches costs={costs.value} chosen={chosen} onChoose={onChoose} />}
    </details>
  );
}
