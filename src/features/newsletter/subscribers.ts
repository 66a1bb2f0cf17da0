import type { ProviderOutcome } from '../../content/newsletter.ts'
import type { SareResponse } from './providers/sare.ts'

export interface Subscribers {
  /** Whether a mail tells the reader what came of it, so that the response to the form tells nobody else (NEWS-16). */
  readonly isDiscreet: boolean
  /**
   * @param service the portal of the subscription
   * @returns the outcome, without any address
   * @throws {SubscribersError} when the store is unavailable
   */
  subscribe(email: string, service: string): Promise<ProviderReply>
}

export interface ProviderReply {
  outcome: ProviderOutcome
  /** What readers' scripts get of SARE's own words (NEWS-4). */
  response?: SareResponse
}

/** A confirmed token stays so after its expiry. */
export type TokenState = 'waiting' | 'confirmed' | 'expired' | 'unknown'
export type ConfirmationOutcome = Exclude<TokenState, 'waiting'>

/** A store that confirms addresses itself; a provider does so on its own pages. */
export interface ConfirmingSubscribers extends Subscribers {
  tokenState(token: string): Promise<TokenState>
  confirm(token: string): Promise<ConfirmationOutcome>
}

/** The store of subscribers gave no usable reply. */
export class SubscribersError extends Error {
  override readonly name = 'SubscribersError'
  constructor(
    readonly reason: 'timeout' | 'unusable',
    detail: string,
  ) {
    super(`newsletter: ${detail}`)
  }
}
