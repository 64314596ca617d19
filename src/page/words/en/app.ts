/** The texts of the frame around the areas. */
export const appWords = {
  skip: 'Skip to the conversation',
  skipToArea: 'Skip to what is open',
  away: 'The engine is not running. Start it again where you started it; this page goes on by itself, and what you typed stays here.',
  areas: 'Areas',
  moreAreas: 'More',
  menu: 'Threads and areas',
  close: 'Close',
  dismiss: 'Dismiss',
  demo: 'Demo model: a script, no AI',
  model: (id: string, provider: string) => `${id} · ${provider}`,
  providers: {
    primary: 'Anthropic',
    compat: 'OpenAI-compatible server',
    custom: 'Anthropic-compatible proxy',
    cloud_hosted: 'Google Cloud Vertex AI',
  } as Readonly<Record<string, string>>,
  settingsProblems: 'Problems with the settings',
  loading: 'Loading…',
  areaFailed: 'This area could not be loaded.',
  tryAgain: 'Try again',
} as const;
