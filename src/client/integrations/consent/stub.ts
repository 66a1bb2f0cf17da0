import { field, type TcfApi } from './tcf.ts'

const LOCATOR = '__tcfapiLocator'

type Command = Parameters<TcfApi>

/**
 * The queue in front of a consent platform, as the IAB's TCF v2.2 describes it ("CMP stub code"): commands wait in it
 * until the platform takes its place and calls them, frames find it by the name of a frame, and `ping` says that the
 * platform has not loaded.
 */
export function installStub(): void {
  if (typeof window.__tcfapi === 'function') return
  addLocator()
  const queue: Command[] = []
  let gdprApplies: unknown
  window.__tcfapi = (...call: Command): unknown => {
    const [command, version, callback, parameter] = call
    // Without a command the platform takes the queue.
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

/** A call from a frame, to the queue or to the platform that has replaced it. */
function passOn({ data, source }: MessageEvent<unknown>): void {
  const call = field(typeof data === 'string' ? parsed(data) : data, '__tcfapiCall')
  const command = field(call, 'command')
  const version = field(call, 'version')
  if (typeof command !== 'string' || typeof version !== 'number') return
  const reply = (returnValue: unknown, success: boolean): void => {
    const message = { __tcfapiReturn: { returnValue, success, callId: field(call, 'callId') } }
    // In the form of the call; the frame's origin is nobody's business, and the choice no secret.
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
