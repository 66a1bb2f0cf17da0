import type { SubjectVersion } from '../../../content/issue-links.ts'

/** Records of the store, in either database. */

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
  /** Unsubscribes, changes, exports and erases; 22 characters of base64url, valid as long as the row is there. */
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
  /** Of a series, from 1. */
  step: number
  email: string
  /** Key of the newsletter. */
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
  /** JSON, at most `MAX_CONTENT` characters. */
  content: string
  state: IssueState
  /** Percent of readers who get one of two subjects, before the others get the better one; absent: there is one. */
  trial?: number | undefined
  /** Of the trial; absent: it is not decided, or there was none. */
  winner?: SubjectVersion | undefined
}

/** Characters. */
export const MAX_CONTENT = 1024 * 1024

export interface Delivery {
  id: number
  email: string
  manageToken: string
  attempts: number
  /** Of the trial of two subjects. */
  version: SubjectVersion | undefined
  /** For those who waited for the trial. */
  winner: SubjectVersion | undefined
}

export type DeliveryOutcome =
  | { kind: 'sent' }
  /**
   * @property code of SMTP: 5xx
   * @property unknownMailbox the reader's e-mail address, which gets no mail any more; absent: others may reach it
   */
  | { kind: 'refused'; code: number; unknownMailbox?: string | undefined }
  | { kind: 'deferred'; code?: number; until: string }
  /** Nothing was handed over. Does not undo a hand-over. */
  | { kind: 'unsent' }

/** `handed-over`: no reply came. `withdrawn`: the reader left, or was suppressed, before it was sent. */
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
