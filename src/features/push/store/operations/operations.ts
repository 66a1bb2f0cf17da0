import {
  type CallsOf,
  type Effect,
  type EntriesOf,
  erasure,
  type Operation,
  read,
  write,
} from '../../../../system/sql/operation.ts'
import * as announcing from './announcing.ts'
import * as sending from './sending.ts'
import * as subscribing from './subscribing.ts'

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

export type Calls = CallsOf<typeof OPERATIONS>
export type CallName = keyof Calls

const ENTRIES: EntriesOf<Calls> = OPERATIONS

export function operationOf<N extends CallName>(name: N, args: Calls[N]['args']): Operation<Calls[N]['value']> {
  return ENTRIES[name].run(...args)
}

export function effectOf(name: CallName): Effect {
  return ENTRIES[name].effect
}
