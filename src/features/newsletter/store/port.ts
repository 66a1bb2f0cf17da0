import { SubscribersError } from '../subscribers.ts'
import type { CallName, Calls, SubscriberStore } from './store.ts'

export interface Call<N extends CallName = CallName> {
  name: N
  args: Calls[N]['args']
}

export type CallDatabase = <N extends CallName>(name: N, ...args: Calls[N]['args']) => Promise<Calls[N]['value']>

const TOKEN = /^[A-Za-z0-9_-]{22}$/

/** Keeps what is no token, or no text to a database, from either database. */
export function storeOver(database: CallDatabase, close: () => Promise<void>): SubscriberStore {
  const call: CallDatabase = (name, ...args) =>
    args.some((arg: unknown) => typeof arg === 'string' && arg.includes('\0'))
      ? Promise.reject(new SubscribersError('unusable', 'a text with a NUL character'))
      : database(name, ...args)
  return {
    subscribe: (...args) => call('subscribe', ...args),
    tokenState: async (token, at) => (TOKEN.test(token) ? call('tokenState', token, at) : 'unknown'),
    confirm: async (token, at) => (TOKEN.test(token) ? call('confirm', token, at) : 'unknown'),
    byManageToken: async (token) => (TOKEN.test(token) ? call('byManageToken', token) : undefined),
    unsubscribe: async (token, at) => (TOKEN.test(token) ? call('unsubscribe', token, at) : 'unknown'),
    setServices: async (token, services, at) =>
      TOKEN.test(token) ? call('setServices', token, services, at) : undefined,
    erase: async (token, at) => TOKEN.test(token) && call('erase', token, at),
    suppress: (...args) => call('suppress', ...args),
    isSuppressed: (...args) => call('isSuppressed', ...args),
    takeLetters: (...args) => call('takeLetters', ...args),
    letterSent: (...args) => call('letterSent', ...args),
    letterFailed: (...args) => call('letterFailed', ...args),
    mailsLeft: (...args) => call('mailsLeft', ...args),
    saveIssue: (...args) => call('saveIssue', ...args),
    issue: (...args) => call('issue', ...args),
    issues: (...args) => call('issues', ...args),
    setIssueState: (...args) => call('setIssueState', ...args),
    recipientCount: (...args) => call('recipientCount', ...args),
    startPage: (...args) => call('startPage', ...args),
    async startDeliveries(issueId, at, { onPage, signal } = {}) {
      for (;;) {
        const { queued, isDone } = await call('startPage', issueId, at)
        if (isDone || signal?.aborted) return queued
        await onPage?.(queued)
      }
    },
    hasWaiting: (...args) => call('hasWaiting', ...args),
    takeDeliveries: (...args) => call('takeDeliveries', ...args),
    handOver: (...args) => call('handOver', ...args),
    takeBack: (...args) => call('takeBack', ...args),
    deliveryDone: (...args) => call('deliveryDone', ...args),
    deliveryCounts: (...args) => call('deliveryCounts', ...args),
    lease: (...args) => call('lease', ...args),
    all: (...args) => call('all', ...args),
    remove: (...args) => call('remove', ...args),
    forget: (...args) => call('forget', ...args),
    renewTokens: (...args) => call('renewTokens', ...args),
    close,
  }
}
