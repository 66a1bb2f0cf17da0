import type { Operation } from '../operation.ts'
import * as deliveries from './deliveries.ts'
import * as figures from './figures.ts'
import { forget, renewTokens } from './forgetting.ts'
import * as issues from './issues.ts'
import { lease } from './issues.ts'
import * as importing from './importing.ts'
import { mailsLeft } from './mail-limits.ts'
import * as outbox from './outbox.ts'
import { subjectTrial } from './subject-trial.ts'
import * as people from './subscribers.ts'
import { isSuppressed, suppress } from './subscribers.ts'
import { confirm, subscribe, tokenState } from './subscribing.ts'

type Run = (...args: never[]) => Operation<unknown>

/** After an erasure bytes of an address may still lie in a log or a free page. */
type Effect = 'read' | 'write' | 'erasure'

interface Entry<R extends Run> {
  run: R
  effect: Effect
  /** The value for a first argument that cannot be a token. */
  withoutToken?: { value: Awaited<ReturnType<R>> extends Operation<infer V> ? V : never }
}

const read = <R extends Run>(run: R, more: Partial<Entry<R>> = {}): Entry<R> => ({ run, effect: 'read', ...more })
const write = <R extends Run>(run: R, more: Partial<Entry<R>> = {}): Entry<R> => ({ run, effect: 'write', ...more })
const erasure = <R extends Run>(run: R, more: Partial<Entry<R>> = {}): Entry<R> => ({ run, effect: 'erasure', ...more })

export const OPERATIONS = {
  subscribe: write(subscribe),
  tokenState: read(tokenState, { withoutToken: { value: 'unknown' } }),
  confirm: write(confirm, { withoutToken: { value: 'unknown' } }),

  byManageToken: read(people.byManageToken, { withoutToken: { value: undefined } }),
  unsubscribe: erasure(people.unsubscribe, { withoutToken: { value: 'unknown' } }),
  setServices: erasure(people.setServices, { withoutToken: { value: undefined } }),
  erase: erasure(people.erase, { withoutToken: { value: false } }),

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

type Operations = typeof OPERATIONS
export type CallName = keyof Operations

export type Calls = {
  [N in CallName]: {
    args: Parameters<Operations[N]['run']>
    value: ReturnType<Operations[N]['run']> extends Operation<infer V> ? V : never
  }
}

const ENTRIES: {
  readonly [N in CallName]: {
    run: (...args: Calls[N]['args']) => Operation<Calls[N]['value']>
    effect: Effect
    withoutToken?: { value: Calls[N]['value'] }
  }
} = OPERATIONS

export function operationOf<N extends CallName>(name: N, args: Calls[N]['args']): Operation<Calls[N]['value']> {
  return ENTRIES[name].run(...args)
}

export function effectOf(name: CallName): Effect {
  return ENTRIES[name].effect
}

const TOKEN = /^[A-Za-z0-9_-]{22}$/

/** @returns undefined: the database has to say */
export function valueWithoutToken<N extends CallName>(
  name: N,
  args: Calls[N]['args'],
): { value: Calls[N]['value'] } | undefined {
  const [token]: readonly unknown[] = args
  return typeof token === 'string' && TOKEN.test(token) ? undefined : ENTRIES[name].withoutToken
}
