import type { CallName, Calls } from './operations/operations.ts'

const CALLS: { readonly [N in CallName]: { withoutToken?: { value: Calls[N]['value'] } } } = {
  subscribe: {},
  tokenState: { withoutToken: { value: 'unknown' } },
  confirm: { withoutToken: { value: 'unknown' } },
  byManageToken: { withoutToken: { value: undefined } },
  unsubscribe: { withoutToken: { value: 'unknown' } },
  setServices: { withoutToken: { value: undefined } },
  erase: { withoutToken: { value: false } },
  suppress: {},
  isSuppressed: {},
  takeLetters: {},
  mailsLeft: {},
  letterSent: {},
  letterFailed: {},
  saveIssue: {},
  issue: {},
  issues: {},
  setIssueState: {},
  recipientCount: {},
  startPage: {},
  hasWaiting: {},
  takeDeliveries: {},
  handOver: {},
  takeBack: {},
  deliveryDone: {},
  deliveryCounts: {},
  addClicks: {},
  issueFigures: {},
  subjectTrial: {},
  lease: {},
  importMembers: {},
  importSuppressed: {},
  emailKeys: {},
  all: {},
  remove: {},
  forget: {},
  renewTokens: {},
}

export const CALL_NAMES = Object.keys(CALLS) as CallName[]

const TOKEN = /^[A-Za-z0-9_-]{22}$/

/** @returns undefined: the database has to say */
export function valueWithoutToken<N extends CallName>(
  name: N,
  args: Calls[N]['args'],
): { value: Calls[N]['value'] } | undefined {
  const [token]: readonly unknown[] = args
  return typeof token === 'string' && TOKEN.test(token) ? undefined : CALLS[name].withoutToken
}
