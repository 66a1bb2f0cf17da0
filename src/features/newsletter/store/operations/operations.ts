import type { Operation } from '../operation.ts'
import type { CallName, Calls } from '../store.ts'
import * as deliveries from './deliveries.ts'
import { forget, renewTokens } from './forgetting.ts'
import * as issues from './issues.ts'
import { lease } from './leases.ts'
import { mailsLeft } from './mail-limits.ts'
import * as outbox from './outbox.ts'
import * as people from './subscribers.ts'
import { confirm, subscribe, tokenState } from './subscribing.ts'
import { isSuppressed, suppress } from './suppression.ts'

type Operations = { [N in CallName]: (...args: Calls[N]['args']) => Operation<Calls[N]['value']> }

export const OPERATIONS: Operations = {
  subscribe,
  tokenState,
  confirm,
  byManageToken: people.byManageToken,
  unsubscribe: people.unsubscribe,
  setServices: people.setServices,
  erase: people.erase,
  suppress,
  isSuppressed,
  takeLetters: outbox.takeLetters,
  letterSent: outbox.letterSent,
  letterFailed: outbox.letterFailed,
  mailsLeft,
  saveIssue: issues.saveIssue,
  issue: issues.issue,
  issues: issues.issues,
  setIssueState: issues.setIssueState,
  recipientCount: deliveries.recipientCount,
  startPage: deliveries.startPage,
  hasWaiting: deliveries.hasWaiting,
  takeDeliveries: deliveries.takeDeliveries,
  handOver: deliveries.handOver,
  takeBack: deliveries.takeBack,
  deliveryDone: deliveries.deliveryDone,
  deliveryCounts: deliveries.deliveryCounts,
  lease,
  all: people.all,
  remove: people.remove,
  forget,
  renewTokens,
}

/** Calls that change nothing: one statement each, or several that bear a change in between. */
const READS: ReadonlySet<CallName> = new Set<CallName>([
  'tokenState',
  'byManageToken',
  'issue',
  'issues',
  'recipientCount',
  'deliveryCounts',
  'hasWaiting',
  'mailsLeft',
  'all',
])

export function isRead(name: CallName): boolean {
  return READS.has(name)
}

/** After these calls bytes of an address may still lie in a log or a free page. */
const ERASURES: ReadonlySet<CallName> = new Set<CallName>(['unsubscribe', 'setServices', 'erase', 'remove', 'forget'])

export function isErasure(name: CallName): boolean {
  return ERASURES.has(name)
}

export function operationOf<N extends CallName>(name: N, args: Calls[N]['args']): Operation<Calls[N]['value']> {
  return OPERATIONS[name](...args)
}
