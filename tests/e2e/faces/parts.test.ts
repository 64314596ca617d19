import { expect } from '@jest/globals';
import { text } from '../../doubles/scripted-model.ts';
import { verifies } from '../../spec/verifies.ts';
import { faced } from './face.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

verifies(
  'faces.parts',
  'images and files become attachments of the task, and nothing is fetched',
  async () => {
    const face = await faced();
    face.plays.push([[text('a pixel')]]);
    const { response } = await face.openai.chat.completions
      .create({
        model: 'svc',
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'What is this?' },
              { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
              {
                type: 'file',
                file: { filename: 'notes.txt', file_data: `data:text/plain;base64,${btoa('plums')}` },
              },
            ],
          },
        ],
      })
      .withResponse();
    const id = response.headers.get('x-svc-thread') ?? '';
    const { messages } = await face.engine.client['threads.messages']({ params: { id } });
    expect(messages[0]?.content).toEqual([
      { type: 'text', text: 'What is this?' },
      expect.objectContaining({ type: 'attachment', name: 'image.png', mediaType: 'image/png' }),
      expect.objectContaining({ type: 'attachment', name: 'notes.txt', mediaType: 'text/plain' }),
    ]);
    expect(JSON.stringify(face.asked()[0]?.requests[0]?.messages)).toContain('plums');

    const part = async (content: object) =>
      await face.openai.chat.completions.create({
        model: 'svc',
        messages: [{ role: 'user', content: [content] as never }],
      });
    const refused = { status: 400, type: 'invalid_request_error' };
    await expect(
      part({ type: 'image_url', image_url: { url: 'https://example.org/a.png' } }),
    ).rejects.toMatchObject({ ...refused, param: 'messages[0].content[0].image_url' });
    await expect(part({ type: 'file', file: { file_id: 'file-1' } })).rejects.toMatchObject(refused);
    await expect(
      part({ type: 'input_audio', input_audio: { data: 'x', format: 'wav' } }),
    ).rejects.toMatchObject(refused);
    await expect(
      part({ type: 'image_url', image_url: { url: 'data:image/png;base64,%%%' } }),
    ).rejects.toMatchObject(refused);
    expect((await face.engine.client['threads.list']()).threads).toHaveLength(1);
    // Words are not needed beside a file.
    const alone = await part({ type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } });
    expect(alone.choices[0]?.message.content).toBe('fine');
  },
);
