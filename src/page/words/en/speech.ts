/** The words of the microphone and the speaker. */
export const speechWords = {
  record: 'Dictate the message',
  end: 'End the recording',
  listening: (time: string) => `Listening, ${time}. Press the microphone again to end.`,
  hearing: 'Turning the recording into text…',
  noMicrophone: 'The browser gives no microphone: allow it for this page, or connect one.',
  notHere: 'This browser records no sound here. It does so at https addresses and on this machine.',
  say: 'Read the answer aloud',
  stop: 'Stop reading aloud',
  cannotPlay: 'This browser cannot play the sound that came.',
};
