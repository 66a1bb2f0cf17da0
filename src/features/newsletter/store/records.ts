import type { SubjectVersion } from '../../../content/issue-links.ts'

export type SubscriberStatus = 'pending' | 'confirmed'

export interface Subscriber {
  email: string
  service: string
  group: number
  status: SubscriberStatus
  createdAt: string
  confirmedAt: string | undefined
  /** What says so of an imported one; absent: the portal's own letter. */
  proof: string | undefined
  token: string
  tokenExpiresAt: string
  /** A token of 22 characters of base64url, valid as long as the row is there. */
  manageToken: string
}

export interface Subscription {
  outcome: 'added' | 'known'
  suppressed: boolean
}

export interface Preferences {
  email: string
  rows: Subscriber[]
}

/** `unsubscribe`: they left another system, and may come back by confirming here. */
export type SuppressionReason = 'bounce' | 'complaint' | 'unsubscribe'

export interface Letter {
  id: number
  kind: 'confirm' | 'already' | 'welcome' | 'series'
  /** Counted from 1. */
  step: number
  email: string
  service: string
  /** Newsletters that it confirms too. */
  others: string[]
  token: string
  manageToken: string
  attempts: number
}

export type IssueState = 'draft' | 'sending' | 'sent'

export interface IssueRecord {
  id: string
  service: string
  subject: string
  createdAt: string
  content: string
  state: IssueState
  /** Percent of readers who get one of two subjects; absent: there is one. */
  trial?: number | undefined
  /** Absent: there was no trial, or it goes on. */
  winner?: SubjectVersion | undefined
}

/** Characters. */
export const MAX_CONTENT = 1024 * 1024

export interface Delivery {
  id: number
  email: string
  manageToken: string
  attempts: number
  version: SubjectVersion | undefined
  winner: SubjectVersion | undefined
}

export type DeliveryOutcome =
  | { kind: 'sent' }
  /**
   * @property code 5xx
   * @property unknownMailbox the reader's e-mail address, which gets no mail any more
   */
  | { kind: 'refused'; code: number; unknownMailbox?: string | undefined }
  | { kind: 'deferred'; code?: number; until: string }
  /** Does not undo a hand-over. */
  | { kind: 'unsent' }

/** `handed-over`: no reply came. `withdrawn`: the reader left, or was suppressed, before. */
export type DeliveryState = 'waiting' | 'handed-over' | 'sent' | 'refused' | 'deferred' | 'withdrawn'
export type DeliveryCounts = Record<DeliveryState, number>

export interface Forgotten {
  deleted: number
  isDone: boolean
  /** Due for deletion within a week, without a link sent; counted once a day. */
  unsent: number
}

export interface StartedPage {
  queued: number
  isDone: boolean
}

export interface StartProgress {
  onPage?(queued: number): Promise<void> | void
  signal?: AbortSignal
}
