/** The texts of the login. */
export const loginWords = {
  title: 'Sign in with svc’s token',
  token: 'Token',
  hint: 'The command “svc token” prints it. This browser then stays signed in.',
  empty: 'Enter the token.',
  submit: 'Sign in',
  people: {
    title: 'Sign in',
    hint: 'Use the browser in which you accepted your invitation, or ask the owner for a link for this one.',
    owner: 'This engine is mine, and I have its token',
    passkey: 'Sign in with a passkey',
    passkeyLeft: 'No passkey was used. Try again, or ask the owner for a link.',
    oidc: 'Sign in with your account',
  },
  join: {
    title: 'You are invited',
    says: [
      'Somebody lets you use their engine. You get your own conversations, memory and files, which nobody else sees on these pages.',
      'Whoever holds the files or the key of this engine can read everything in it. Accept only if you trust them.',
    ],
    act: 'Accept and sign in here',
    byAccount: 'Accept with your account elsewhere',
  },
  link: {
    title: 'Sign in here',
    says: ['This link signs this browser in as you, once.'],
    act: 'Sign in',
  },
  elsewhere: {
    title: 'Your account elsewhere',
    wait: 'Its answer is being checked…',
    leave: 'Back to the page',
  },
  leave: 'Not now',
} as const;
