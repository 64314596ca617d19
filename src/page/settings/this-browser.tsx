import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { areStepsDismissed, dismissSteps } from '../app/first-steps-slot.tsx';
import { chooseLanguage, languageChoice, LANGUAGES } from '../app/language.ts';
import { forgetConversations } from '../app/leave-browser.ts';
import { model } from '../app/model.ts';
import { say } from '../app/notices.ts';
import { showArea } from '../app/place.ts';
import { density, setDensity, setTheme, theme } from '../app/looks.ts';
import { engine } from '../engine/client.ts';
import { told } from '../engine/failure.ts';
import { dropWorker } from '../offline/registration.ts';
import { Radios } from '../parts/radios.tsx';
import { isTouch } from '../parts/touch.ts';
import { settingsWords } from '#words/settings.ts';
import { Notifications } from './notifications.tsx';

const said = settingsWords.browser;

/** What is kept in this browser: how the page looks, and the login. */
export function ThisBrowser(): VNode {
  const isLoginRequired = useSignal(false);
  const version = useSignal('');
  useEffect(() => {
    engine['login.state']().then(
      ({ required, loggedIn }) => (isLoginRequired.value = required && loggedIn),
      () => undefined,
    );
    engine['engine.status']().then(
      (status) => (version.value = status.version),
      () => undefined,
    );
  }, []);
  const logOut = async () => {
    try {
      await engine['login.end']();
      forgetConversations();
      // What it keeps is of the page alone: a browser that fails here stops no logout.
      await dropWorker().catch(() => undefined);
      location.reload();
    } catch (error) {
      say(told(error));
    }
  };
  return (
    <>
      <section class="card">
        <Radios
          name="language"
          legend={said.language}
          options={{ browser: said.asBrowser, ...LANGUAGES }}
          chosen={languageChoice()}
          onChoose={chooseLanguage}
        />
        <Radios
          name="theme"
          legend={said.theme}
          options={said.themes}
          chosen={theme.value}
          onChoose={setTheme}
        />
        <Radios
          name="density"
          legend={said.density}
          options={said.densities}
          chosen={density.value}
          onChoose={setDensity}
        />
      </section>
      <Notifications />
      <section class="card" aria-labelledby="steps-title">
        <h3 id="steps-title">{said.steps}</h3>
        <p class="hint">{model.value?.isDemo ? said.stepsHint : said.stepsOnlyDemo}</p>
        {areStepsDismissed.value && model.value?.isDemo ? (
          <button
            type="button"
            onClick={() => {
              dismissSteps(false);
              showArea('conversation');
            }}
          >
            {said.showSteps}
          </button>
        ) : null}
      </section>
      {isTouch() ? null : (
        <section class="card" aria-labelledby="keys-title">
          <h3 id="keys-title">{said.keyboard}</h3>
          <dl class="keys">
            {said.keys.map(([key, does]) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {isLoginRequired.value ? (
        <section class="card" aria-labelledby="login-part">
          <h3 id="login-part">{said.login}</h3>
          <p class="hint">{said.loginHint}</p>
          <button type="button" onClick={() => void logOut()}>
            {said.logOut}
          </button>
        </section>
      ) : null}
      {version.value === '' ? null : <p class="hint">{said.version(version.value)}</p>}
    </>
  );
}
