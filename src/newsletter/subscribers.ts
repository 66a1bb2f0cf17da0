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

/** A keeper that confirms addresses itself; a provider does so on pages of its own. */
export interface ConfirmingSubscribers extends Subscribers {
  /** Whether a confirmation waits, or waited, under this token. */
  isKnown(token: string): Promise<boolean>
  /** @returns false when there is no such token */
  confirm(token: string): Promise<boolean>
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
