import {
  type CallsOf,
  type Effect,
  type EntriesOf,
  erasure,
  type Operation,
  read,
  write,
} from '../../../../system/sql/operation.ts'
import * as deliveries from './deliveries.ts'
import * as figures from './figures.ts'
import { forget, renewTokens } from './forgetting.ts'
import * as importing from './importing.ts'
import * as issues from './issues.ts'
import { lease } from './issues.ts'
import { mailsLeft } from './mail-limits.ts'
import * as outbox from './outbox.ts'
import { subjectTrial } from './subject-trial.ts'
import * as people from './subscribers.ts'
import { isSuppressed, suppress } from './subscribers.ts'
import { confirm, subscribe, tokenState } from './subscribing.ts'

export const OPERATIONS = {
  subscribe: write(subscribe),
  tokenState: read(tokenState),
  confirm: write(confirm),

  byManageToken: read(people.byManageToken),
  unsubscribe: erasure(people.unsubscribe),
  setServices: erasure(people.setServices),
  erase: erasure(people.erase),

  suppress: write(suppress),
  isSuppressed: write(isSuppressed),

  takeLetters: write(outbox.takeLetters),
  mailsLeft: read(mailsLeft),
  letterSent: write(outbox.letterSent),
  letterFailed: write(outbox.letterFailed),

  saveIssue: write(issues.saveIssue),
  issue: read(issues.issue),
  issues: read(issues.issues),
  setIssueState: write(issues.setIssueState),

  recipientCount: read(deliveries.recipientCount),
  startPage: write(deliveries.startPage),
  hasWaiting: read(deliveries.hasWaiting),
  takeDeliveries: write(deliveries.takeDeliveries),
  handOver: write(deliveries.handOver),
  takeBack: write(deliveries.takeBack),
  deliveryDone: write(deliveries.deliveryDone),
  deliveryCounts: read(deliveries.deliveryCounts),

  addClicks: write(figures.addClicks),
  issueFigures: read(figures.issueFigures),
  subjectTrial: read(subjectTrial),

  lease: write(lease),

  importMembers: write(importing.importMembers),
  importSuppressed: erasure(importing.importSuppressed),
  emailKeys: read(importing.emailKeys),

  all: read(people.all),
  remove: erasure(people.remove),
  forget: erasure(forget),
  renewTokens: write(renewTokens),
}

export type Calls = CallsOf<typeof OPERATIONS>
export type CallName = keyof Calls

const ENTRIES: EntriesOf<Calls> = OPERATIONS

export function operationOf<N extends CallName>(name: N, args: Calls[N]['args']): Operation<Calls[N]['value']> {
  return ENTRIES[name].run(...args)
}

export function effectOf(name: CallName): Effect {
  return ENTRIES[name].effect
}
