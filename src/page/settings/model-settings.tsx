import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { model, problems, refreshModel } from '../app/model.ts';
import { placeOfArea } from '../app/place.ts';
import { engine } from '../engine/client.ts';
import { codeOf, told, violationsOf } from '../engine/failure.ts';
import { Field } from '../parts/field.tsx';
import { listed } from '../parts/format.ts';
import { useKept } from '../parts/kept.ts';
import { visible } from '../parts/visible.ts';
import { webAddress } from '../parts/web-address.ts';
import { appWords } from '#words/app.ts';
import { settingsWords } from '#words/settings.ts';
import {
  shownNumber,
  numberChanges,
  numberHints,
  numbersIn,
  numberKeys,
  numberLabels,
  wrongIn,
  type NumberKey,
  type NumberTexts,
} from './model-numbers.ts';
import { useOfferedModels, type Server } from './offered-models.ts';
import { ofProvider, secretsTyped, typedFor, withoutProvider, type Typed } from './typed-values.ts';
import {
  changesIn,
  explained,
  inTheWay,
  settable,
  lockOf,
  providerOf,
  providers,
  type Key,
  type Report,
} from './providers.ts';
import { TrialReport, useTrial, type Draft } from './trial.tsx';

const said = settingsWords;
const editable = Object.keys(settable) as readonly Key[];

/** Who answers: the provider, and what it needs. What was typed stays until it is saved, also while other places are open. */
export function ModelSettings(): VNode | null {
  const report = useSignal<Report | null>(null);
  const provider = useKept('model: provider', '', []);
  const typed = useKept<Typed>('model: values', {}, secretsTyped);
  const typedAs = useKept<Typed>('model: numbers', {}, []);
  const [chosen, given, typedNumbers] = [provider.value, typed.value, typedAs.value];
  const type = (id: string, values: Partial<Record<Key, string>>) =>
    (given.value = { ...given.value, ...ofProvider(id, values) });
  const isDropping = useSignal(false);
  const wrong = useSignal<Readonly<Record<string, string>>>({});
  const told_ = useSignal<{ readonly text: string; readonly isBad: boolean }>({ text: '', isBad: false });
  const canReplace = useSignal(false);
  /** Whether this model has just taken the place of the demo. */
  const isFirst = useSignal(false);
  const canSaveAnyway = useSignal(false);
  const isBusy = useSignal(false);
  const servers = useSignal<readonly Server[]>([]);
  const trial = useTrial();
  const offered = useOfferedModels();

  const fill = (next: Report) => {
    report.value = next;
    // What was typed for other providers stays.
    given.value = withoutProvider(chosen.value, given.value);
    typedNumbers.value = withoutProvider(chosen.value, typedNumbers.value);
    chosen.value = chosenBefore(next);
    provider.forget();
    isDropping.value = false;
    wrong.value = {};
    canReplace.value = false;
    canSaveAnyway.value = false;
    // What a failed test found is no more about what is saved now.
    if (trial.result.value?.ok === false) trial.result.value = null;
  };
  const fillFirst = (next: Report) => {
    report.value = next;
    if (!provider.isBack) {
      chosen.value = chosenBefore(next);
      provider.forget();
    }
    const isTyped = [given, typedNumbers].some(({ value }) => typedFor(chosen.value, value) !== null);
    if (provider.isBack || isTyped) told_.value = { text: said.stillTyped, isBad: false };
  };
  useEffect(() => {
    Promise.all([engine['config.get'](), refreshModel()]).then(
      ([found]) => fillFirst(found),
      (error: unknown) => (told_.value = { text: told(error), isBad: true }),
    );
    engine['providers.local']().then(
      (found) => (servers.value = found.servers),
      () => undefined,
    );
  }, []);

  const valueOf = (key: Key, found: Report): string =>
    typedFor(chosen.value, given.value)?.[key] ?? (key === 'api_key' ? '' : (valuesBefore(found)[key] ?? ''));
  /** The saved window is that of the saved model: another one has its own. */
  const numberTexts = (found: Report): NumberTexts => {
    const before = valuesBefore(found);
    const key = modelKey(chosen.value);
    const isSaved =
      chosen.value === before.provider && valueOf(key, found).trim() === (before[key] ?? '').trim();
    const textOf = (each: NumberKey): string =>
      typedFor(chosen.value, typedNumbers.value)?.[each] ?? (isSaved ? shownNumber(found.config[each]) : '');
    return {
      context_window: textOf('context_window'),
      tools_share: textOf('tools_share'),
      price_input_usd: textOf('price_input_usd'),
      price_output_usd: textOf('price_output_usd'),
    };
  };
  const isNumberWrong = (found: Report): boolean => {
    const wrongNumbers = wrongIn(numberTexts(found));
    if (chosen.value === '' || Object.keys(wrongNumbers).length === 0) return false;
    wrong.value = wrongNumbers;
    return true;
  };
  const choose = (id: string) => {
    chosen.value = id;
    trial.result.value = null;
    canSaveAnyway.value = false;
    told_.value = { text: '', isBad: false };
  };
  const use = ({ baseUrl, models }: Server) => {
    choose('compat');
    type('compat', { api_base_url: baseUrl, compat_model_id: models[0] ?? '' });
  };
  /** Asks the provider for a real answer, and saves when it gave one. */
  const testAndSave = async (found: Report) => {
    wrong.value = {};
    told_.value = { text: '', isBad: false };
    canSaveAnyway.value = false;
    if (isNumberWrong(found)) return;
    const address = typedFor(chosen.value, given.value)?.api_base_url;
    if (address !== undefined) type(chosen.value, { api_base_url: webAddress(address) });
    if (chosen.value === '' || isDropping.value) {
      await save(found, false);
      return;
    }
    isBusy.value = true;
    try {
      const draft = draftOf(chosen.value, (key) => valueOf(key, found));
      const { price_input_usd: _, price_output_usd: __, ...numbers } = numbersIn(numberTexts(found));
      const result = await trial.test({ ...draft, ...numbers });
      if (result?.ok) await save(found, false);
      else if (result !== null) {
        canSaveAnyway.value = true;
        told_.value = { text: said.notSavedYet, isBad: true };
      }
    } catch (error) {
      refuse(error);
    } finally {
      isBusy.value = false;
    }
  };

  const save = async (found: Report, isNew: boolean) => {
    wrong.value = {};
    told_.value = { text: '', isBad: false };
    if (isNumberWrong(found)) return;
    isBusy.value = true;
    const wasDemo = model.value?.isDemo === true;
    try {
      const body = bodyOf(found, isNew);
      const next = await engine['config.set']({ query: { replace: isNew }, body });
      problems.value = next.problems;
      await refreshModel();
      fill(next);
      const isSound = next.problems.length === 0;
      isFirst.value = wasDemo && model.value?.isDemo === false;
      told_.value = { text: isSound ? said.saved : said.savedWithProblems, isBad: !isSound };
    } catch (error) {
      refuse(error);
    } finally {
      isBusy.value = false;
    }
  };
  const bodyOf = (found: Report, isNew: boolean) => {
    // What is set of a provider is kept for when it answers again.
    if (chosen.value === '') return isUntouched(found) ? {} : { demo: true };
    const needs = providerOf(chosen.value)?.needs ?? {};
    const before = valuesBefore(found);
    const values: Record<string, string> = {};
    for (const key of editable)
      if (key in needs && lockOf(key, found) === null) values[key] = valueOf(key, found);
    if (lockOf('provider', found) === null) values['provider'] = chosen.value;
    // A new file is empty, so all filled-in fields go into it.
    const numbers = numberTexts(found);
    if (isNew) return { ...changesIn(values, {}, []), ...numberChanges(numbers, {}) };
    const without = inTheWay(chosen.value, found, before.provider);
    return {
      ...changesIn(values, before, isDropping.value ? [...without, 'api_key'] : without),
      ...numberChanges(numbers, found.config),
      ...(found.config.demo === undefined ? {} : { demo: null }),
    };
  };
  const refuse = (error: unknown) => {
    canReplace.value = codeOf(error) === 'config_file_invalid';
    if (canReplace.value) {
      told_.value = { text: said.invalidFile, isBad: true };
      return;
    }
    const found = violationsOf(error).map(explained);
    if (found.length === 0) {
      told_.value = { text: told(error), isBad: true };
      return;
    }
    const shown = providerOf(chosen.value)?.needs ?? {};
    wrong.value = Object.fromEntries(
      found
        .filter(({ key }) => key in shown)
        .map(({ key, text }) => [key, `${settable[key as Key]} ${text}.`]),
    );
    const rest = found.filter(({ key }) => !(key in shown)).map(({ key, text }) => `${key} ${text}.`);
    told_.value = { text: [said.nothingSaved, ...rest].join(' '), isBad: true };
  };

  const found = report.value;
  if (found === null)
    return <p class={told_.value.isBad ? 'bad' : 'hint'}>{told_.value.text || appWords.loading}</p>;
  const before = valuesBefore(found);
  const needs = providerOf(chosen.value)?.needs ?? {};
  const server = (of: Report) => ('api_base_url' in needs ? valueOf('api_base_url', of).trim() : '');
  const offeredFor = (address: string) =>
    servers.value.find(({ baseUrl }) => baseUrl === address)?.models ?? offered.models.value;
  const removed = inTheWay(chosen.value, found, before.provider).map((key) => settable[key]);
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        void testAndSave(found);
      }}
    >
      <fieldset disabled={isBusy.value}>
        <legend>{said.whoAnswers}</legend>
        {providers.map(({ id, name, does }) => (
          <label class="choice" key={id}>
            <input
              type="radio"
              name="provider"
              checked={chosen.value === id}
              disabled={lockOf('provider', found) !== null}
              onChange={() => choose(id)}
            />
            <span>
              {name}
              <span class="hint">{does}</span>
            </span>
          </label>
        ))}
        <p class="hint">{lockOf('provider', found) ?? ''}</p>
        {servers.value.map((server) => (
          <p key={server.baseUrl} class="row offer">
            <span>{visible(said.foundServer(server.name, server.models.length))}</span>
            <button type="button" class="small" onClick={() => use(server)}>
              {said.useServer}
            </button>
          </p>
        ))}
        {editable
          .filter((key) => key in needs)
          .map((key) => (
            <Field
              key={key}
              label={settable[key]}
              type={key === 'api_key' ? 'password' : 'text'}
              value={valueOf(key, found)}
              offered={isModel(key) ? offeredFor(server(found)) : []}
              onFocus={() => {
                if (isModel(key)) offered.read(chosen.value, server(found));
              }}
              placeholder={key === 'api_key' && before.api_key ? said.keyStored : ''}
              hint={lockOf(key, found) ?? needs[key] ?? ''}
              wrong={wrong.value[key] ?? ''}
              isDisabled={lockOf(key, found) !== null}
              onInput={(text) => type(chosen.value, { [key]: text })}
            />
          ))}
        {chosen.value === ''
          ? null
          : numberKeys.map((key) => (
              <Field
                key={key}
                label={numberLabels[key]}
                value={numberTexts(found)[key]}
                hint={numberHints[key]}
                isNumber
                wrong={wrong.value[key] ?? ''}
                onInput={(text) =>
                  (typedNumbers.value = {
                    ...typedNumbers.value,
                    ...ofProvider(chosen.value, { [key]: text }),
                  })
                }
              />
            ))}
        {'api_key' in needs && before.api_key ? (
          <label class="hint">
            <input
              type="checkbox"
              checked={isDropping.value}
              onChange={(event) => (isDropping.value = event.currentTarget.checked)}
            />{' '}
            {said.dropKey}
          </label>
        ) : null}
        {removed.length > 0 ? <p class="hint">{said.removes(listed(removed))}</p> : null}
        {model.value?.isDemo && chosenBefore(found) !== '' ? <p class="hint">{said.demoForced}</p> : null}
        <p class={told_.value.isBad ? 'bad' : 'good'} role={told_.value.isBad ? 'alert' : 'status'}>
          {told_.value.text}
        </p>
        {isFirst.value ? (
          <p>
            {said.demoGone} <a href={placeOfArea('conversation')}>{said.begin}</a>
          </p>
        ) : null}
        {canSaveAnyway.value ? <p class="hint">{said.anywayHint}</p> : null}
        <div class="row">
          <button class="primary">{chosen.value === '' ? said.save : said.testAndSave}</button>
          {canSaveAnyway.value ? (
            <button type="button" onClick={() => void save(found, false)}>
              {said.saveAnyway}
            </button>
          ) : null}
          {canReplace.value ? (
            <button type="button" onClick={() => void save(found, true)}>
              {said.newFile}
            </button>
          ) : null}
        </div>
      </fieldset>
      <TrialReport
        trial={trial}
        hasAddress={'api_base_url' in needs}
        onModel={(id) => type(chosen.value, { [modelKey(chosen.value)]: id })}
      />
    </form>
  );
}

const isModel = (key: Key): boolean => key === 'compat_model_id' || key === 'balanced_model';

const modelKey = (provider: string): 'compat_model_id' | 'balanced_model' =>
  provider === 'compat' ? 'compat_model_id' : 'balanced_model';

/** What was entered, as a test of this provider takes it. Without a key it uses the stored one. */
function draftOf(provider: string, valueOf: (key: Key) => string): Draft {
  const needs = providerOf(provider)?.needs ?? {};
  const of = (name: string, key: Key) => {
    const value = key in needs ? valueOf(key).trim() : '';
    return value === '' ? {} : { [name]: value };
  };
  return {
    provider: provider as Draft['provider'],
    ...of('api_base_url', 'api_base_url'),
    ...of('api_key', 'api_key'),
    ...of('model_id', modelKey(provider)),
    ...of('gcp_project_id', 'gcp_project_id'),
    ...of('gcp_region', 'gcp_region'),
  };
}

type Values = Partial<Record<Key, string>> & { readonly provider: string };

const valuesBefore = (report: Report): Values => ({
  ...(report.config as Partial<Record<Key, string>>),
  provider: providerBefore(report),
});

/** '' is the demo. */
const chosenBefore = (report: Report): string => (report.config.demo === true ? '' : providerBefore(report));

/** The demo answers because nothing else is set. */
const isUntouched = (report: Report): boolean =>
  report.config.demo === undefined && model.value?.isDemo === true && providerBefore(report) === '';

/** A key in the environment implies a provider that no setting names. */
function providerBefore({ config }: Report): string {
  const implied = model.value?.isDemo === false && !model.value.isWrong ? 'primary' : '';
  return (config.provider as string | undefined) ?? implied;
}
