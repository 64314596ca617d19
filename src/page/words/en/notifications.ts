/** What the browser tells while the page is not looked at. */
export const notificationWords = {
  question: 'A question waits for you',
  ended: 'A run has ended',
  failed: 'An automation failed or was stopped',
  /** Around a link to where they are listed. */
  shows: 'A reminder shows in',
  waiting: 'Waiting',
  only: '. This browser does not notify you.',
  andHere: ', and as a notification of this browser while the page is open in a tab.',
  offer: 'Turn on notifications of this browser',
};
