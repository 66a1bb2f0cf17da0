import type { ProviderOutcome } from '../../content/newsletter.ts'
import type { SareResponse } from './providers/sare-response.ts'

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

export type TokenState = 'waiting' | 'confirmed' | 'expired' | 'unknown'
export type ConfirmationOutcome = Exclude<TokenState, 'waiting'>

export interface ConfirmingSubscribers extends Subscribers {
  tokenState(token: string): Promise<TokenState>
  confirm(token: string): Promise<ConfirmationOutcome>
}

export class SubscribersError extends Error {
  override readonly name = 'SubscribersError'
  constructor(
    readonly reason: 'timeout' | 'unusable',
    detail: string,
  ) {
    super(`newsletter: ${detail}`)
  }
}
