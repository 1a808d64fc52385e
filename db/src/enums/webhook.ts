/** What a webhook can report; `Test` is sent on request only. */
export const webhookKinds = [
  'Blood',
  'Solve',
  'Notice',
  'Phase',
  'Award',
  'Rejudged',
  'Cheat',
  'Participation',
  'Account',
  'Health',
] as const;
export type WebhookKind = (typeof webhookKinds)[number];

/** Only for targets that organisers alone read. */
export const privateWebhookKinds = [
  'Rejudged',
  'Cheat',
  'Participation',
  'Account',
  'Health',
] as const satisfies readonly WebhookKind[];

export const webhookEventKinds = [...webhookKinds, 'Test'] as const;
export type WebhookEventKind = (typeof webhookEventKinds)[number];

export const webhookFormats = ['Json', 'Discord', 'Slack', 'Telegram'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

export const deliveryStates = ['Waiting', 'Delivered', 'Failed'] as const;

export const gamePhaseEvents = ['Started', 'Frozen', 'Ended'] as const;
