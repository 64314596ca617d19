/** The texts of handing something over to somebody else. */
export const handoverWords = {
  owner: 'the owner',
  act: 'Hand over',
  actNamed: (title: string) => `Hand over: ${title}`,
  question: (title: string) => `Hand over “${title}”?`,
  says: {
    thread:
      'It goes with its messages, files, artifacts and questions once they accept. Until then it stays yours. What it has cost stays with you.',
    trigger:
      'It goes with its conversation once they accept. It then waits until they have looked at what it may do, and agree.',
    workflow:
      'It goes once they accept. What it has done for you stays with you; for them it may do only what they allow.',
  },
  to: 'To whom',
  offer: 'Offer it',
  offered: (title: string) => `“${title}” is offered. It goes when they accept.`,
  offers: 'To hand over',
  toYou: {
    thread: (name: string, title: string) => `${name} wants to hand the conversation “${title}” over to you.`,
    trigger: (name: string, title: string) => `${name} wants to hand the automation “${title}” over to you.`,
    workflow: (name: string, title: string) => `${name} wants to hand the workflow “${title}” over to you.`,
  },
  byYou: (name: string, title: string) => `“${title}” waits for ${name} to accept.`,
  accept: 'Take it',
  acceptNamed: (title: string) => `Take it: ${title}`,
  accepted: (title: string) => `“${title}” is yours now.`,
  decline: 'Decline',
  declineNamed: (title: string) => `Decline: ${title}`,
  declined: (title: string) => `“${title}” stays where it is.`,
  takeBack: 'Take back',
  takeBackNamed: (title: string) => `Take back the offer: ${title}`,
  takenBack: (title: string) => `“${title}” stays yours.`,
} as const;
