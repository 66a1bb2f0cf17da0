/** Who keeps a portal's subscribers, with what its interface needs (NEWS-15). */
export type NewsletterProvider =
  | { kind: 'own' }
  | ({ kind: 'sare' } & SareSettings)
  | ({ kind: 'listmonk' } & ListmonkSettings)
  | ({ kind: 'mailchimp' } & MailchimpSettings)

export interface SareSettings {
  url: string
  uid: string
  apiKey: string
}

export interface ListmonkSettings {
  url: string
  /** A user of listmonk's API, with its token. */
  user: string
  token: string
  /** Numbers of the lists that readers join; they should have a double opt-in. */
  lists: readonly number[]
}

export interface MailchimpSettings {
  /** Ends with its data centre: `…-us6`. */
  key: string
  /** The audience. */
  list: string
}

/** The variable that an operator knows a provider by. */
export const PROVIDER_SETTING = {
  sare: 'SARE_URL',
  listmonk: 'LISTMONK_URL',
  mailchimp: 'MAILCHIMP_API_KEY',
} as const satisfies Record<Exclude<NewsletterProvider['kind'], 'own'>, string>
