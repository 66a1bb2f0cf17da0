import type { ConfirmationOutcome, TokenState } from '../subscribers.ts'

/**
 * The port of the portal's own subscribers, their letters, and their issues (docs/decisions/061). Times are ISO 8601,
 * UTC. An address is the same in any case of its letters (`emailKey`), and counts once on each service. Every call may
 * throw a `SubscribersError`, whose text has no address, and the next call tries again. A call that changes something
 * resolves once the change is on the disk (SUB-2, SUB-16).
 */
export interface SubscriberStore {
  /**
   * Adds a pending address, or a new token where the old one has expired. In the same transaction, unless the address
   * is suppressed, it queues a letter: `confirm` for a pending one, at most one an hour, `already` for a confirmed one,
   * at most one a day (SUB-18). A mailbox waits for one letter of a service, the last.
   */
  subscribe(email: string, service: string, at: string): Promise<Subscription>
  tokenState(token: string, at: string): Promise<TokenState>
  /** Works once; queues `welcome` then. A token that has confirmed stays `confirmed`. */
  confirm(token: string, at: string): Promise<ConfirmationOutcome>

  /** Every row of the address that the token belongs to. */
  byManageToken(manageToken: string): Promise<Preferences | undefined>
  /** Deletes the row, and keeps only the day and the service (SUB-19). */
  unsubscribe(manageToken: string, at: string): Promise<'unsubscribed' | 'unknown'>
  /**
   * The address is subscribed and confirmed for exactly these services afterwards.
   * @returns its rows, which have the tokens that work now; undefined: unknown token
   */
  setServices(manageToken: string, services: readonly string[], at: string): Promise<Preferences | undefined>
  /** Deletes every trace of the address but a suppression (SUB-19). False: unknown token. */
  erase(manageToken: string, at: string): Promise<boolean>

  /** No letter and no issue goes to the address any more (SUB-20). The first reason stays. */
  suppress(email: string, reason: SuppressionReason, at: string): Promise<void>
  isSuppressed(email: string): Promise<boolean>

  /**
   * Leases letters, oldest first, from other instances (SUB-18). What would be a second mail to a mailbox within an
   * hour, and what is beyond the hourly limit of all mails, waits (SUB-25).
   * @param hourlyLimit absent: none
   */
  takeLetters(limit: number, at: string, leaseSeconds: number, hourlyLimit?: number): Promise<Letter[]>
  mailsLeft(at: string, hourlyLimit: number): Promise<number>
  letterSent(id: number, at: string): Promise<void>
  /** Drops a letter after a permanent failure; otherwise it is due later, each time twice as late. */
  letterFailed(id: number, at: string, failure: { permanent: boolean }): Promise<void>

  /** @returns false: the id is taken, and what has it stays as it is */
  saveIssue(issue: IssueRecord): Promise<boolean>
  issue(id: string): Promise<IssueRecord | undefined>
  /** The latest first. */
  issues(service: string, limit: number): Promise<IssueRecord[]>
  /** @returns false: unknown issue */
  setIssueState(id: string, state: IssueState): Promise<boolean>

  /** Confirmed subscribers of the service who are not suppressed. */
  recipientCount(service: string): Promise<number>
  /**
   * Adds a delivery for each recipient in pages; the issue is `sending` from the first one on. The next call goes on
   * with an interrupted one; after that calls add nobody (SUB-21, SUB-26).
   * @returns how many deliveries there are then; 0: unknown issue
   */
  startDeliveries(issueId: string, at: string, progress?: StartProgress): Promise<number>
  /** Adds one page of deliveries. */
  startPage(issueId: string, at: string): Promise<StartedPage>
  /** Whether the start is not complete, or a delivery waits for its first attempt. */
  hasWaiting(issueId: string): Promise<boolean>
  /** Leases deliveries that wait or are due again from other instances. */
  takeDeliveries(issueId: string, limit: number, at: string, leaseSeconds: number): Promise<Delivery[]>
  /**
   * From now on the mail counts as sent, whatever happens (SUB-21).
   * @returns false: it must not be sent, because the reader has left or another process has handed it over
   */
  handOver(id: number, at: string): Promise<boolean>
  /**
   * Undoes the hand-over of this moment, where nothing of it was recorded since: its caller knows that the end of the
   * mail never left.
   */
  takeBack(id: number, at: string): Promise<boolean>
  deliveryDone(id: number, at: string, outcome: DeliveryOutcome): Promise<void>
  deliveryCounts(issueId: string): Promise<DeliveryCounts>

  /**
   * Takes or prolongs a lease that one holder has at a time; 0 seconds give it back.
   * @returns whether the holder has it
   */
  lease(name: string, holder: string, at: string, seconds: number): Promise<boolean>

  /** In the order in which they came. Absent: any status. */
  all(status?: SubscriberStatus): Promise<Subscriber[]>
  /** @returns for each address the services that it was removed from; when it throws, nothing was removed (SUB-12) */
  remove(emails: readonly string[]): Promise<string[][]>
  /** Deletes a batch of unconfirmed addresses, old letters and old deliveries (SUB-14). */
  forget(at: string): Promise<Forgotten>
  /** Pending addresses get tokens for a whole term from now, as their links go out (SUB-9). Overdue ones get none. */
  renewTokens(at: string): Promise<void>
  close(): Promise<void>
}

export type SubscriberStatus = 'pending' | 'confirmed'

export interface Subscriber {
  email: string
  service: string
  group: number
  status: SubscriberStatus
  createdAt: string
  confirmedAt: string | undefined
  /** Confirms; 22 characters of base64url. */
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

export type SuppressionReason = 'bounce' | 'complaint'

export interface Letter {
  id: number
  kind: 'confirm' | 'already' | 'welcome'
  email: string
  service: string
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
}

/** Characters. */
export const MAX_CONTENT = 1024 * 1024

export interface Delivery {
  id: number
  email: string
  manageToken: string
  attempts: number
}

export type DeliveryOutcome =
  | { kind: 'sent' }
  /** @property code of SMTP: 5xx */
  | { kind: 'refused'; code: number }
  /** Due again then. */
  | { kind: 'deferred'; code?: number; until: string }
  /** Nothing was handed over: it waits again at once. Does not undo a hand-over. */
  | { kind: 'unsent' }

/** `handed-over`: no reply came. `withdrawn`: the reader left, or was suppressed, before it was sent. */
export type DeliveryState = 'waiting' | 'handed-over' | 'sent' | 'refused' | 'deferred' | 'withdrawn'
export type DeliveryCounts = Record<DeliveryState, number>

export interface Forgotten {
  deleted: number
  isDone: boolean
  /** Addresses due for deletion within a week that no link was sent to; counted by the first pass of a day. */
  unsent: number
}

export interface StartedPage {
  queued: number
  isDone: boolean
}

export interface StartProgress {
  /** Called after each page but the last. */
  onPage?(queued: number): Promise<void> | void
  /** Ends the start between two pages. */
  signal?: AbortSignal
}

export type CallName = Exclude<keyof SubscriberStore, 'close' | 'startDeliveries'>

export type Calls = {
  [N in CallName]: { args: Parameters<SubscriberStore[N]>; value: Awaited<ReturnType<SubscriberStore[N]>> }
}
