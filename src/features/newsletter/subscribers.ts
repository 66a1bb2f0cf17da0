import type { ProviderOutcome } from '../../content/newsletter.ts'
import type { SareResponse } from './providers/sare-response.ts'

export interface Subscribers {
  /** A mail says what came of it, and the form does not (NEWS-16). */
  readonly isDiscreet: boolean
  /**
   * @param newsletters keys; a provider has one for all
   * @returns the outcome, without any address
   * @throws {SubscribersError} when the store is unavailable
   */
  subscribe(email: string, service: string, newsletters?: readonly string[]): Promise<ProviderReply>
}

export interface ProviderReply {
  outcome: ProviderOutcome
  /** SARE's own words for readers' scripts (NEWS-4). */
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
