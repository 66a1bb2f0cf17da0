import type { SareResponse } from '../content/newsletter.ts'

/** Where subscribers are kept. */
export interface Subscribers {
  /**
   * @param service the portal the reader subscribes on
   * @returns what came of it, with no address in it
   * @throws {SubscribersError} when the keeper cannot be asked
   */
  subscribe(email: string, service: string): Promise<SareResponse>
}

/** What the token of a confirmation stands for; one that was confirmed stays so when its term is over. */
export type TokenState = 'waiting' | 'confirmed' | 'expired' | 'unknown'
export type ConfirmationOutcome = Exclude<TokenState, 'waiting'>

/** A keeper that confirms addresses itself; a provider does so on pages of its own. */
export interface ConfirmingSubscribers extends Subscribers {
  tokenState(token: string): Promise<TokenState>
  confirm(token: string): Promise<ConfirmationOutcome>
}

/** The keeper of subscribers gave no usable answer. */
export class SubscribersError extends Error {
  override readonly name = 'SubscribersError'
  constructor(
    readonly reason: 'timeout' | 'unusable',
    detail: string,
  ) {
    super(`newsletter: ${detail}`)
  }
}
