/** A service that keeps a portal's subscribers (NEWS-15). */
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
  user: string
  token: string
  /** They should have a double opt-in. */
  lists: readonly number[]
}

export interface MailchimpSettings {
  /** It ends with its data centre: `…-us6`. */
  key: string
  list: string
}

export const PROVIDER_SETTING = {
  sare: 'SARE_URL',
  listmonk: 'LISTMONK_URL',
  mailchimp: 'MAILCHIMP_API_KEY',
} as const satisfies Record<Exclude<NewsletterProvider['kind'], 'own'>, string>
