import { type Flags, PURPOSES, type Purpose } from './purposes.ts'

/** `data` may be anything. */
export type TcfApi = (
  command?: string,
  version?: number,
  callback?: (data: unknown, isOk: boolean) => void,
  parameter?: unknown,
) => unknown

declare global {
  interface Window {
    __tcfapi?: TcfApi
  }
}

/** 1 storing, 2 basic advertising, 7 measuring it, 8 measuring content, 9 understanding audiences. */
const TCF_PURPOSES: Readonly<Record<Purpose, readonly number[]>> = {
  advertising: [1, 2, 7],
  measurement: [1, 7, 8, 9],
  notifications: [1, 2, 7],
  embeds: [1, 2, 7],
  comments: [1],
  audience: [1, 9],
}
/** Google Advertising Products, by the Global Vendor List. */
const TCF_VENDORS: Readonly<Partial<Record<Purpose, readonly number[]>>> = { advertising: [755] }

export interface Decision {
  flags: Flags
  isNew: boolean
}

/** @returns undefined: not decided */
export function decisionIn(data: unknown): Decision | undefined {
  const status = field(data, 'eventStatus')
  if (status !== 'tcloaded' && status !== 'useractioncomplete') return undefined
  return {
    flags: Object.fromEntries(PURPOSES.map((purpose) => [purpose, allows(data, purpose)])),
    isNew: status === 'useractioncomplete',
  }
}

function allows(data: unknown, ours: Purpose): boolean {
  if (field(data, 'gdprApplies') === false) return true
  const isIn = (list: unknown) => (number: number) => field(field(list, 'consents'), String(number)) === true
  return (
    TCF_PURPOSES[ours].every(isIn(field(data, 'purpose'))) &&
    (TCF_VENDORS[ours] ?? []).every(isIn(field(data, 'vendor')))
  )
}

export function field(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined
}

const LOCATOR = '__tcfapiLocator'

type Command = Parameters<TcfApi>

/** By IAB's "CMP stub code", TCF v2.2. */
export function installStub(): void {
  if (typeof window.__tcfapi === 'function') return
  addLocator()
  const queue: Command[] = []
  let gdprApplies: unknown
  window.__tcfapi = (...call: Command): unknown => {
    const [command, version, callback, parameter] = call
    // The platform takes the queue so.
    if (command === undefined) return queue
    if (command === 'ping') {
      callback?.({ gdprApplies, cmpLoaded: false, cmpStatus: 'stub', apiVersion: '2.2' }, true)
    } else if (command !== 'setGdprApplies') {
      queue.push(call)
    } else if (version === 2 && typeof parameter === 'boolean') {
      gdprApplies = parameter
      callback?.('set', true)
    }
    return undefined
  }
  addEventListener('message', passOn)
}

function addLocator(): void {
  if (Reflect.get(window.frames, LOCATOR)) return
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.name = LOCATOR
  document.body.append(frame)
}

function passOn({ data, source }: MessageEvent<unknown>): void {
  const call = field(typeof data === 'string' ? parsed(data) : data, '__tcfapiCall')
  const command = field(call, 'command')
  const version = field(call, 'version')
  if (typeof command !== 'string' || typeof version !== 'number') return
  const reply = (returnValue: unknown, success: boolean): void => {
    const message = { __tcfapiReturn: { returnValue, success, callId: field(call, 'callId') } }
    // The choice is no secret.
    source?.postMessage(typeof data === 'string' ? JSON.stringify(message) : message, { targetOrigin: '*' })
  }
  window.__tcfapi?.(command, version, reply, field(call, 'parameter'))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
