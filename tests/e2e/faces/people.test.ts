import { beforeAll, expect } from '@jest/globals';
import OpenAI from 'openai';
import { text } from '../../doubles/scripted-model.ts';
import { verifies } from '../../spec/verifies.ts';
import { houseOfThree, type House } from '../people/house.ts';
import { assistant, user } from './face.ts';

let house: House;

beforeAll(async () => {
  house = await houseOfThree();
}, 60_000);

const faceOf = (apiKey: string, defaultHeaders: Readonly<Record<string, string>> = {}) =>
  new OpenAI({ apiKey, baseURL: `${house.engine.baseUrl}/v1`, maxRetries: 0, defaultHeaders });
const said = async (openai: OpenAI, task: string) => {
  const asked = openai.chat.completions.create({ model: 'svc', messages: [user(task)] });
  return (await asked.withResponse()).response.headers.get('x-svc-thread') ?? '';
};

verifies('faces.people', 'each finds their own threads alone, under whatever name', async () => {
  const named = { 'X-Svc-Chat': 'the same name' };
  const ofAnn = await said(faceOf(house.ann.token, named), 'Of Ann');
  const ofBen = await said(faceOf(house.ben.token, named), 'Of Ann');
  expect(ofBen).not.toBe(ofAnn);
  const seen = await house.ann.client['threads.get']({ params: { id: ofAnn } });
  expect(seen.title).toBe('Of Ann');
  await expect(said(faceOf(house.ben.token, { 'X-Svc-Thread': ofAnn }), 'x')).rejects.toMatchObject({
    status: 404,
    code: 'thread_not_found',
  });
});

verifies(
  'faces.people',
  'who knows the words or the name of another conversation does not go on in it',
  async () => {
    for (const headers of [{}, { 'X-Svc-Chat': 'guessed' }]) {
      const [ofAnn, ofBen] = [house.ann, house.ben].map(({ token }) => faceOf(token, headers));
      const asked = ofAnn!.chat.completions.create({ model: 'svc', messages: [user('Words of Ann')] });
      const { data, response } = await asked.withResponse();
      const threadId = response.headers.get('x-svc-thread') ?? '';
      const answer = assistant(data.choices[0]?.message.content ?? '');
      const messages = [user('Words of Ann'), answer, user('and more')];
      const goesOn = async (openai: OpenAI) => {
        const more = openai.chat.completions.create({ model: 'svc', messages });
        return (await more.withResponse()).response.headers.get('x-svc-thread');
      };
      expect(await goesOn(ofBen!)).not.toBe(threadId);
      expect((await house.ann.client['threads.get']({ params: { id: threadId } })).messageCount).toBe(2);
      expect(await goesOn(ofAnn!)).toBe(threadId);
    }
  },
);

verifies(
  'faces.people',
  'who is disabled is told nothing more, in the middle of an answer, too',
  async () => {
    let go: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => (go = resolve));
    house.runs.push([[text('before '), { step: 'wait', until: () => gone }, text('after')]]);
    const openai = faceOf(house.ben.token);
    const stream = await openai.chat.completions.create({
      model: 'svc',
      stream: true,
      messages: [user('Of Ben')],
    });
    let told = '';
    const reading = (async () => {
      for await (const chunk of stream) {
        told += chunk.choices[0]?.delta.content ?? '';
        if (told === 'before ')
          await house.owner.client['people.set']({
            params: { id: house.ben.personId },
            body: { disabled: true },
          });
      }
    })();
    await expect(reading).rejects.toThrow();
    go();
    expect(told).toBe('before ');
    await expect(said(openai, 'x')).rejects.toMatchObject({ status: 401 });
  },
);
