import type { Operation } from '../../../../system/sql/operation.ts'
import * as announcing from './announcing.ts'
import * as sending from './sending.ts'
import * as subscribing from './subscribing.ts'

type Run = (...args: never[]) => Operation<unknown>

interface Entry<R extends Run> {
  run: R
  effect: 'read' | 'write' | 'erasure'
}

const read = <R extends Run>(run: R): Entry<R> => ({ run, effect: 'read' })
const write = <R extends Run>(run: R): Entry<R> => ({ run, effect: 'write' })
/** Bytes of a subscription may still lie in a log afterwards. */
const erasure = <R extends Run>(run: R): Entry<R> => ({ run, effect: 'erasure' })

export const OPERATIONS = {
  change: write(subscribing.change),
  erase: erasure(subscribing.erase),
  topics: read(subscribing.topics),
  forget: erasure(subscribing.forget),

  announce: write(announcing.announce),
  closeMessages: write(announcing.closeMessages),
  addClicks: write(announcing.addClicks),
  figures: read(announcing.figures),
  subscriptionCount: read(announcing.subscriptionCount),

  lease: write(sending.lease),
  takeChunk: write(sending.takeChunk),
  closeChunk: write(sending.closeChunk),
  handedByOthers: read(sending.handedByOthers),
  openMessages: read(sending.openMessages),
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
    effect: Entry<Run>['effect']
  }
} = OPERATIONS

export function operationOf<N extends CallName>(name: N, args: Calls[N]['args']): Operation<Calls[N]['value']> {
  return ENTRIES[name].run(...args)
}

export function effectOf(name: CallName): Entry<Run>['effect'] {
  return ENTRIES[name].effect
}
