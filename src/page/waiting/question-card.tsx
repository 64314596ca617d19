import { useSignal, type Signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { LateAnswer } from '../../contract/words/late-answer.ts';
import type { Asked } from '../conversation/run-items.ts';
import { isAway } from '../engine/away.ts';
import { engine } from '../engine/client.ts';
import { statusOf, told } from '../engine/failure.ts';
import { said as saidBy } from '../engine/said.ts';
import { EngineText } from '../parts/engine-text.tsx';
import { Field } from '../parts/field.tsx';
import { moment } from '../parts/format.ts';
import { visible } from '../parts/visible.ts';
import { SetApart } from '../parts/set-apart.tsx';
import { Wrapping } from '../parts/wrapping.tsx';
import { storeSecret } from '../settings/store-secret.ts';
import { questionWords } from '#words/questions.ts';
import { fieldFor, wrongCountIn } from './expected.ts';
import { questionIn } from './question-in.ts';
import { AskedHosts, chosenAtFirst, hostsOf } from './asked-hosts.tsx';
import './question-card.css';

const said = questionWords;

interface Shown {
  readonly prompt: Asked;
  readonly threadId: string;
  /** Called once the answer was taken: the run goes on, perhaps with a call that takes long. */
  readonly onSettled?: () => void;
  /** Takes the answers in place of a run that waits, which the end of the engine has ended. */
  readonly onLate?: (answers: readonly LateAnswer[]) => Promise<void>;
}

/** A question that a run waits on, wherever it is shown. What was typed stays after a refusal. */
export function QuestionCard(shown: Shown): VNode {
  const { secret } = shown.prompt;
  return secret === null ? <Words {...shown} /> : <Secret {...shown} secret={secret} />;
}

/** So long a click may still be meant for what stood here before. */
const SLID_MS = 800;
/** Options with more characters than this are read one below the other. */
const LONG_OPTION = 40;

interface Attempt {
  readonly hint: Signal<string>;
  /** Until when it waits; while the engine is away, that is not known. */
  readonly until: string;
  readonly isClosed: Signal<boolean>;
  readonly act: (work: () => Promise<unknown>, done: string) => Promise<void>;
}

function useAttempt({ expiresAt, says }: Asked, onSettled?: () => void): Attempt {
  const waits = says?.code === 'consent.question' ? said.untilConsent : said.until;
  const until = expiresAt === null ? said.left : waits(moment(expiresAt));
  const hint = useSignal(until);
  const isClosed = useSignal(false);
  const act = async (work: () => Promise<unknown>, done: string) => {
    isClosed.value = true;
    try {
      await work();
      hint.value = done;
      onSettled?.();
    } catch (error) {
      hint.value = told(error);
      // After these the run has stopped waiting.
      isClosed.value = [404, 409, 410].includes(statusOf(error) ?? 0);
    }
  };
  return { hint, until, isClosed, act };
}

function Card({
  attempt,
  onSubmit,
  children,
}: {
  attempt: Attempt;
  onSubmit: () => void;
  children: ComponentChildren;
}): VNode {
  const shownAt = useRef(performance.now());
  const hasMoved = useRef(false);
  return (
    <form
      class="card question"
      onPointerMove={() => (hasMoved.current = true)}
      onClickCapture={(event) => {
        // What has come under a mouse that stands still was not chosen: the click was for what was there before.
        const isMouse = 'pointerType' in event && event.pointerType === 'mouse';
        if (!isMouse || hasMoved.current || performance.now() - shownAt.current > SLID_MS) return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <fieldset disabled={attempt.isClosed.value}>{children}</fieldset>
      <p class="hint" role="status">
        <EngineText
          text={isAway.value && attempt.hint.value === attempt.until ? said.away : attempt.hint.value}
        />
      </p>
    </form>
  );
}

function Words({ prompt, threadId, onSettled, onLate }: Shown): VNode {
  const attempt = useAttempt(prompt, onSettled);
  const given = useSignal<Readonly<Record<number, string>>>({});
  /** What is wrong with the answer to each question; '' if nothing is. */
  const wrong = useSignal<readonly string[]>([]);
  const all = prompt.questions ?? [prompt];
  const answerInTurn = (answers: Readonly<Record<number, string>>) =>
    onLate?.(all.map(({ options }, index) => ({ options, answer: answers[index] ?? null })));
  const answer = (words_: string, answers: Readonly<Record<number, string>> = { 0: words_ }) =>
    attempt.act(
      () =>
        answerInTurn(answers) ??
        engine['threads.reply']({
          params: { id: threadId },
          body: { answer: words_, promptId: prompt.promptId },
        }),
      said.answered,
    );
  const submit = () => {
    const answers = Object.entries(given.value).filter(([, text]) => text.trim() !== '');
    const counts = (prompt.questions ?? []).map(({ expects }, index) =>
      wrongCountIn(expects, given.value[index] ?? ''),
    );
    wrong.value = counts;
    if (counts.some((one) => one !== '')) {
      attempt.hint.value = said.seeWrong;
      return;
    }
    if (answers.length === 0) attempt.hint.value = said.atLeastOne;
    else if (prompt.questions) void answer(JSON.stringify(Object.fromEntries(answers)), given.value);
    else void answer(answers[0]?.[1] ?? '');
  };
  const set = (index: number, text: string) => (given.value = { ...given.value, [index]: text });
  const several = prompt.questions;
  const canType = prompt.allowFreeText || prompt.options.length === 0;
  const isTyped = Object.values(given.value).some((text) => text.trim() !== '');
  // Of a request for consent the answers are buttons: a field that is empty sends nothing.
  const isConsent = prompt.says?.code === 'consent.question';
  return (
    <Card attempt={attempt} onSubmit={submit}>
      {several ? (
        several.map((one, index) => {
          const { before, asks } = questionIn(saidBy(one.says, one.question));
          const label = one.header ? `${one.header}: ${asks}` : asks;
          const why =
            before === '' ? null : (
              <p class="why" dir="auto">
                <SetApart text={before} />
              </p>
            );
          // A field is named by what it asks.
          if (one.options.length === 0)
            return (
              <div key={index}>
                {why}
                <Field
                  label={visible(label)}
                  {...fieldFor(one.expects)}
                  wrong={wrong.value[index] ?? ''}
                  onInput={(text) => set(index, text)}
                />
              </div>
            );
          return (
            <fieldset key={index}>
              {why}
              <legend dir="auto">
                <SetApart text={label} />
              </legend>
              {one.options.map((option, nth) => (
                <label class="choice" key={option}>
                  <input
                    type="radio"
                    name={`${prompt.promptId}/${index}`}
                    onChange={() => set(index, option)}
                  />
                  <span>
                    <Wrapping text={saidBy(one.choices?.[nth], option)} />
                  </span>
                </label>
              ))}
              {prompt.allowFreeText ? (
                <Field label={said.orOwn} onInput={(text) => set(index, text)} />
              ) : null}
            </fieldset>
          );
        })
      ) : (
        <>
          <legend dir="auto">
            <SetApart text={saidBy(prompt.says, prompt.question)} />
          </legend>
          <div class={prompt.options.some((option) => option.length > LONG_OPTION) ? 'choices' : 'row'}>
            {prompt.options.map((option, nth) => (
              <button
                type="button"
                key={option}
                class={isConsent && nth === 0 && !isTyped ? 'primary' : undefined}
                onClick={() => void answer(option)}
              >
                <Wrapping text={saidBy(prompt.choices?.[nth], option)} />
              </button>
            ))}
          </div>
          {canType ? (
            <Field
              label={prompt.options.length > 0 ? said.orOwn : said.own}
              onInput={(text) => set(0, text)}
            />
          ) : null}
        </>
      )}
      {several || canType ? (
        <button class={isTyped || prompt.options.length === 0 ? 'primary' : undefined}>{said.reply}</button>
      ) : null}
    </Card>
  );
}

/** The value goes to the vault only; the run is told that it is stored. */
function Secret({
  prompt,
  secret,
  threadId,
  onSettled,
}: Shown & { secret: NonNullable<Asked['secret']> }): VNode {
  const attempt = useAttempt(prompt, onSettled);
  const value = useSignal('');
  const hosts = useSignal(chosenAtFirst(secret.hosts));
  const noHost = useSignal('');
  const tell = (saved: boolean) =>
    engine['threads.secret-saved']({
      params: { id: threadId },
      body: { saved, promptId: prompt.promptId },
    });
  const submit = () => {
    if (value.value === '') {
      attempt.hint.value = said.valueFirst;
      return;
    }
    const chosen = hostsOf(hosts.value);
    // Without a host of the agent's, it is for a profile of an API to say where it goes, with consent.
    noHost.value = chosen.length === 0 && hosts.value.asked.length > 0 ? said.hostFirst : '';
    if (noHost.value !== '') return;
    void attempt.act(async () => {
      await storeSecret(secret.name, value.value, chosen);
      value.value = '';
      await tell(true);
    }, said.stored);
  };
  return (
    <Card attempt={attempt} onSubmit={submit}>
      <legend dir="auto">
        <Wrapping text={said.secret(secret.name, secret.keyType)} />
      </legend>
      <p dir="auto">
        <Wrapping text={prompt.question} />
      </p>
      <input type="text" autocomplete="username" value={secret.name} readOnly hidden />
      <Field
        label={said.value}
        type="password"
        value={value.value}
        onInput={(text) => (value.value = text)}
      />
      <AskedHosts
        chosen={hosts.value}
        wrong={noHost.value}
        onChange={(next) => {
          hosts.value = next;
          noHost.value = '';
        }}
      />
      <div class="row">
        <button class="primary">{said.store}</button>
        <button type="button" onClick={() => void attempt.act(() => tell(false), said.notGiven)}>
          {said.refuse}
        </button>
      </div>
    </Card>
  );
}
