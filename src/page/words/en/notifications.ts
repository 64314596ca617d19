/** What the browser tells while the page is not looked at. */
export const notificationWords = {
  question: 'A question waits for you',
  ended: 'A run has ended',
  failed: 'An automation failed or was stopped',
};
