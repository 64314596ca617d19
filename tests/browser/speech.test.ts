import { expect, it } from '@jest/globals';
import { temporaryDir } from '../harness/in-process-engine.ts';
import { spawnEngine } from '../harness/spawned-engine.ts';
import { answers, hangsAfter, stepwise } from '../servers/fake-provider.ts';
import { delta, done, heard, silentFrames, startFakeSpeech } from '../servers/speech/fake-speech.ts';
import { until } from '../e2e/http/wire.ts';
import { verifies } from '../spec/verifies.ts';
import { isSound } from './axe.ts';
import { withBrowser } from './browser.ts';
import { hasValue, isCount, send } from './in-page.ts';

const shared = withBrowser(async () => {
  const speech = await startFakeSpeech();
  const engine = await spawnEngine(temporaryDir(), { SVC_DEMO: '1', ...speech.env });
  return { engine, speech, provider: speech.provider };
});

const MICROPHONE = { permissions: ['microphone'] };

verifies('page.speech', 'a task that is spoken becomes text behind what was typed', async () => {
  const page = await shared.open('/', { ...MICROPHONE, mayComplain: /status of/u });
  const task = page.getByRole('textbox', { name: 'Message' });
  await task.fill('Please:');
  shared.speech.hears(heard('Water the tomatoes.', 2));
  await page.getByRole('button', { name: 'Dictate the message' }).click();
  await page.getByText(/Listening, 0:(?!00)\d\d/u).waitFor();
  await isSound(page);
  await page.getByRole('button', { name: 'End the recording' }).click();
  await until('the text is there', async () => (await task.inputValue()) === 'Please: Water the tomatoes.');
  const [asked] = shared.speech.asked('/v1/audio/transcriptions');
  expect(asked?.body).toHaveProperty('file');

  shared.speech.hears(answers(400, { message: 'no' }));
  await page.getByRole('button', { name: 'Dictate the message' }).click();
  await page.getByRole('button', { name: 'End the recording' }).click();
  await page.getByRole('alert').getByText(/./u).first().waitFor();
  await hasValue(task, 'Please: Water the tomatoes.');
});

it('says what to do where the browser gives no microphone', async () => {
  const page = await shared.open();
  await page.evaluate(
    `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))`,
  );
  await page.getByRole('button', { name: 'Dictate the message' }).click();
  await page.getByText('The browser gives no microphone: allow it for this page, or connect one.').waitFor();
});

it('reads an answer aloud, and ends the call of the engine when it is silenced', async () => {
  const page = await shared.open('/', MICROPHONE);
  await send(page, 'Say hello');
  const say = page.getByRole('button', { name: 'Read the answer aloud' }).first();
  const sound = stepwise(delta(silentFrames(20)), delta(silentFrames(20)) + done());
  shared.speech.speaks(sound.reply);
  await say.click();
  await sound.next();
  const stop = page.getByRole('button', { name: 'Stop reading aloud' });
  await stop.waitFor();
  await sound.next();
  // Heard to its end, it says so by itself.
  await stop.waitFor({ state: 'detached' });

  shared.speech.speaks(hangsAfter(delta(silentFrames(20))));
  await say.click();
  await stop.click();
  await stop.waitFor({ state: 'detached' });
});

it('shows neither without a key for it', async () => {
  const { baseUrl } = await shared.another({ SVC_DEMO: '1' });
  const page = await shared.open('/', { at: baseUrl });
  await page.getByText('Demo model: a script, no AI').waitFor();
  await isCount(page.getByRole('button', { name: 'Dictate the message' }), 0);
});
