import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { say } from '../app/notices.ts';
import { problems } from '../app/model.ts';
import { engine } from '../engine/client.ts';
import { told, violationsOf } from '../engine/failure.ts';
import { Alert } from '../parts/alert.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { Field } from '../parts/field.tsx';
import { useKept } from '../parts/kept.ts';
import { visible } from '../parts/visible.ts';
import { webAddress } from '../parts/web-address.ts';
import { settingsWords } from '#words/settings.ts';
import { threadWords } from '#words/threads.ts';
import { numberIn, shownNumber as shown, tokensIn } from './model-numbers.ts';
import { useOfferedModels } from './offered-models.ts';
import { providers, type Changes, type Report } from './providers.ts';
import { TrialReport, useTrial, type Draft } from './trial.tsx';

const said = settingsWords.profiles;

type Profile = NonNullable<Report['config']['model_profiles']>[string];
type Named = Readonly<Record<string, Profile>>;

/** A stored key, as the engine shows it and takes it back. */
const KEPT = '[redacted]';

/** Further models by name, each with its own provider, to choose for a single task. */
export function Profiles(): VNode {
  const saved = useSignal<Named | null>(null);
  const edited = useSignal<string | null>(null);
  const wrong = useSignal('');
  const read = async (): Promise<Named> => {
    const { config } = await engine['config.get']();
    return (saved.value = config.model_profiles ?? {});
  };
  useEffect(() => {
    read().catch((error: unknown) => (wrong.value = told(error)));
  }, []);
  /** One profile alone: another tab or the terminal may have changed others since they were read. */
  const save = async (profile: string, next: Named) => {
    const body = { model_profiles: next } as Changes;
    const report = await engine['config.set']({ query: { profile }, body });
    problems.value = report.problems;
    saved.value = report.config.model_profiles ?? {};
  };
  const remove = async (name: string) => {
    const removed = saved.value?.[name];
    try {
      await save(name, {});
    } catch (error) {
      wrong.value = told(error);
      return;
    }
    // A key is not shown, so it cannot come back.
    if (removed !== undefined && removed.api_key === undefined)
      say(said.removed(name), {
        label: threadWords.undo,
        act: () =>
          void save(name, { [name]: removed }).catch((error: unknown) => (wrong.value = told(error))),
      });
  };
  const all = Object.entries(saved.value ?? {});
  return (
    <>
      <section class="card" aria-labelledby="profiles-title">
        <h3 id="profiles-title">{said.title}</h3>
        <p class="hint">{said.hint}</p>
        <Alert text={wrong.value} />
        {saved.value !== null && all.length === 0 ? <p class="hint">{said.none}</p> : null}
        <ul class="lines">
          {all.map(([name, profile]) => (
            <li key={name}>
              <strong>{visible(name)}</strong>
              <span class="hint">
                {visible(
                  [nameOf(profile.provider), profile.model_id, profile.api_base_url]
                    .filter((part) => part !== undefined && part !== '')
                    .join(' · '),
                )}
              </span>
              <span class="actions">
                <button
                  type="button"
                  class="quiet"
                  aria-label={visible(said.editNamed(name))}
                  onClick={() => (edited.value = name)}
                >
                  {said.edit}
                </button>
                {profile.api_key === undefined ? (
                  <button
                    type="button"
                    class="quiet"
                    aria-label={visible(said.remove(name))}
                    onClick={() => void remove(name)}
                  >
                    {said.removeShort}
                  </button>
                ) : (
                  <ConfirmButton
                    label={said.removeShort}
                    name={said.remove(name)}
                    question={said.removeSure}
                    onSure={() => void remove(name)}
                  />
                )}
              </span>
            </li>
          ))}
        </ul>
      </section>
      {saved.value === null ? null : (
        <Form
          key={edited.value ?? ''}
          name={edited.value}
          profiles={saved.value}
          onRead={read}
          onSave={save}
          onDone={() => (edited.value = null)}
        />
      )}
    </>
  );
}

const nameOf = (provider: string): string => providers.find(({ id }) => id === provider)?.name ?? provider;

interface Given {
  readonly name: string;
  readonly provider: string;
  readonly api_base_url: string;
  readonly api_key: string;
  readonly model_id: string;
  readonly context_window: string;
  readonly tools_share: string;
  readonly price_input_usd: string;
  readonly price_output_usd: string;
}

/** Numbers that a profile may have, each in a field of its own. */
const NUMBERS = ['tools_share', 'price_input_usd', 'price_output_usd'] as const;

function Form({
  name,
  profiles,
  onRead,
  onSave,
  onDone,
}: {
  name: string | null;
  profiles: Named;
  /** Gives those that there are now. */
  onRead: () => Promise<Named>;
  onSave: (profile: string, next: Named) => Promise<void>;
  onDone: () => void;
}): VNode {
  const before = name === null ? undefined : profiles[name];
  const first: Given = {
    name: name ?? '',
    provider: before?.provider ?? 'compat',
    api_base_url: before?.api_base_url ?? '',
    api_key: '',
    model_id: before?.model_id ?? '',
    context_window: shown(before?.context_window),
    tools_share: shown(before?.tools_share),
    price_input_usd: shown(before?.price_input_usd),
    price_output_usd: shown(before?.price_output_usd),
  };
  const { value: given, forget } = useKept(`profile ${name ?? ''}`, first, ['api_key']);
  const wrong = useSignal<Readonly<Record<string, string>>>({});
  const text = useSignal('');
  const canSaveAnyway = useSignal(false);
  const isBusy = useSignal(false);
  const trial = useTrial();
  const offered = useOfferedModels();
  const now = given.value;
  const hasAddress = now.provider === 'compat' || now.provider === 'custom';
  const hasKey = now.provider !== 'cloud_hosted';
  const set = (part: Partial<Given>) => {
    given.value = { ...given.value, ...part };
    canSaveAnyway.value = false;
  };

  const profileOf = (): Profile => ({
    provider: now.provider as Profile['provider'],
    ...(hasAddress && now.api_base_url.trim() !== '' ? { api_base_url: webAddress(now.api_base_url) } : {}),
    ...(now.api_key !== ''
      ? { api_key: now.api_key.trim() }
      : before?.api_key !== undefined && hasKey
        ? { api_key: KEPT }
        : {}),
    ...(now.model_id.trim() === '' ? {} : { model_id: now.model_id.trim() }),
    ...(now.context_window.trim() === '' ? {} : { context_window: tokensIn(now.context_window) }),
    ...Object.fromEntries(
      NUMBERS.flatMap((key) => (now[key].trim() === '' ? [] : [[key, numberIn(now[key])]])),
    ),
  });
  const check = (): boolean => {
    const found: Record<string, string> = {};
    if (now.name.trim() === '') found['name'] = said.nameMissing;
    else if (now.name.trim() !== name && now.name.trim() in profiles) found['name'] = said.nameTaken;
    if (now.context_window.trim() !== '' && !Number.isInteger(profileOf().context_window))
      found['context_window'] = said.windowWrong;
    for (const key of NUMBERS) if (!Number.isFinite(numberIn(now[key]))) found[key] = said.numberWrong;
    wrong.value = found;
    return Object.keys(found).length === 0;
  };
  const save = async () => {
    const next = now.name.trim();
    if (next !== name && next in (await onRead())) {
      wrong.value = { name: said.nameTaken };
      return;
    }
    await onSave(name ?? next, { [next]: profileOf() });
    say(said.saved(next));
    given.value = {
      ...given.value,
      name: '',
      api_base_url: '',
      api_key: '',
      model_id: '',
      context_window: '',
      tools_share: '',
      price_input_usd: '',
      price_output_usd: '',
    };
    trial.result.value = null;
    canSaveAnyway.value = false;
    text.value = '';
    giveUp();
  };
  const giveUp = () => {
    forget();
    onDone();
  };
  const attempt = async (isTested: boolean) => {
    text.value = '';
    if (hasAddress) given.value = { ...given.value, api_base_url: webAddress(now.api_base_url) };
    if (!check()) return;
    isBusy.value = true;
    try {
      if (!isTested) {
        const { price_input_usd: _, price_output_usd: __, api_key: key, ...draft } = profileOf();
        const result = await trial.test({
          ...draft,
          ...(key === undefined || key === KEPT ? {} : { api_key: key }),
          ...(name === null ? {} : { profile: name }),
        } as Draft);
        if (result === null) return;
        if (!result.ok) {
          canSaveAnyway.value = true;
          text.value = settingsWords.notSavedYet;
          return;
        }
      }
      await save();
    } catch (error) {
      refuse(error);
    } finally {
      isBusy.value = false;
    }
  };
  const refuse = (error: unknown) => {
    const found = violationsOf(error);
    const beside: Record<string, string> = {};
    const rest: string[] = [];
    for (const { path, message } of found) {
      const key = path.split('/').at(-1) ?? '';
      if (key in now) beside[key] = message;
      else rest.push(message);
    }
    wrong.value = beside;
    text.value = found.length === 0 ? told(error) : [settingsWords.nothingSaved, ...rest].join(' ');
  };
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(false);
      }}
    >
      <fieldset disabled={isBusy.value}>
        <legend>{name === null ? said.add : said.editing(name)}</legend>
        <Field
          label={said.name}
          value={now.name}
          hint={said.nameHint}
          wrong={wrong.value['name'] ?? ''}
          onInput={(value) => set({ name: value })}
        />
        <div class="field">
          <label for="profile-provider">{said.provider}</label>
          <select
            id="profile-provider"
            value={now.provider}
            onChange={(event) => {
              set({ provider: event.currentTarget.value });
              // What was found was about another one.
              trial.result.value = null;
              text.value = '';
            }}
          >
            {providers.flatMap(({ id, name: title }) =>
              id === ''
                ? []
                : [
                    <option key={id} value={id}>
                      {title}
                    </option>,
                  ],
            )}
          </select>
        </div>
        {hasAddress ? (
          <Field
            label={said.address}
            value={now.api_base_url}
            wrong={wrong.value['api_base_url'] ?? ''}
            onInput={(value) => set({ api_base_url: value })}
          />
        ) : null}
        {hasKey ? (
          <Field
            label={said.key}
            type="password"
            value={now.api_key}
            placeholder={before?.api_key === undefined ? '' : settingsWords.keyStored}
            wrong={wrong.value['api_key'] ?? ''}
            onInput={(value) => set({ api_key: value })}
          />
        ) : null}
        <Field
          label={said.model}
          value={now.model_id}
          offered={offered.models.value}
          wrong={wrong.value['model_id'] ?? ''}
          onFocus={() => {
            if (!hasAddress || now.api_base_url.trim() !== '')
              offered.read(now.provider, hasAddress ? now.api_base_url.trim() : '', name ?? undefined);
          }}
          onInput={(value) => set({ model_id: value })}
        />
        <Field
          label={said.window}
          value={now.context_window}
          hint={said.windowHint}
          isNumber
          wrong={wrong.value['context_window'] ?? ''}
          onInput={(value) => set({ context_window: value })}
        />
        {NUMBERS.map((key) => (
          <Field
            key={key}
            label={
              {
                tools_share: said.share,
                price_input_usd: said.priceInput,
                price_output_usd: said.priceOutput,
              }[key]
            }
            value={now[key]}
            hint={key === 'tools_share' ? said.shareHint : said.priceHint}
            isNumber
            wrong={wrong.value[key] ?? ''}
            onInput={(value) => set({ [key]: value })}
          />
        ))}
        <Alert text={text.value} />
        {canSaveAnyway.value ? <p class="hint">{settingsWords.anywayHint}</p> : null}
        <div class="row">
          <button class="primary">{settingsWords.testAndSave}</button>
          {canSaveAnyway.value ? (
            <button type="button" onClick={() => void attempt(true)}>
              {settingsWords.saveAnyway}
            </button>
          ) : null}
          {name === null ? null : (
            <button type="button" onClick={giveUp}>
              {threadWords.cancel}
            </button>
          )}
        </div>
      </fieldset>
      <TrialReport trial={trial} hasAddress={hasAddress} onModel={(id) => set({ model_id: id })} />
    </form>
  );
}
