import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { BROWSER_FLAGS, chromiumPath } from './browser.ts'

/**
 * Chromium by its DevTools protocol alone. Playwright attaches to pages in a way that forbids prerendering
 * (PrerenderingDisabledByDevTools), and starts Chromium without the back/forward cache.
 */
export interface Chromium {
  openTab(options?: TabOptions): Promise<Tab>
  close(): Promise<void>
}

export interface TabOptions {
  width?: number
  /** A touch screen, as well as a viewport and a browser of a phone. */
  isPhone?: boolean
  userAgent?: string
  /** Times slower than this machine. */
  slowProcessor?: number
  network?: SlowNetwork
}

/** Milliseconds, and bytes in a second. */
export interface SlowNetwork {
  latency: number
  throughput: number
}

/** A slow phone's network, as Lighthouse has it. */
export const SLOW_4G: SlowNetwork = { latency: 150, throughput: (1.6 * 1024 * 1024) / 8 }

/** A request of a page of the tab, prerendered ones included. */
export interface SentRequest {
  method: string
  host: string
  path: string
  purpose: string | undefined
}

/** A tab: its page is the one that a reader sees, whichever came last from a cache or from prerendering. */
export interface Tab {
  /** Of all its pages, those that are prerendered included. */
  requests: SentRequest[]
  /** Attempts to prerender, as the browser reports them: a state, and why one failed. */
  attempts: string[]
  /** Opens a URL and waits until it has loaded. */
  open(url: string): Promise<void>
  /** @param expression its value, or what its promise resolves to, is JSON */
  evaluate<T>(expression: string, shape: z.ZodType<T>): Promise<T>
  /** As `evaluate`, in the page that is rendered in advance. @throws where there is none */
  prerendered<T>(expression: string, shape: z.ZodType<T>): Promise<T>
  /** Waits until an expression is true in the page that is shown. @throws after ten seconds */
  until(expression: string): Promise<void>
  /** Goes back or forward in the tab's history, as the browser's own buttons do. */
  travel(step: 1 | -1): Promise<void>
  hover(selector: string): Promise<void>
  click(selector: string): Promise<void>
  tap(selector: string): Promise<void>
  /** Turns the wheel. Pixels. */
  wheel(distance: number): Promise<void>
  press(key: string): Promise<void>
  setNetwork(network: SlowNetwork | undefined): Promise<void>
  close(): Promise<void>
}

/** No test reaches another host. */
const OWN_HOSTS_ONLY = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost'
const PATIENCE_MS = 10_000
const PHONE = { width: 360, height: 740, deviceScaleFactor: 2, mobile: true }

const message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  sessionId: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
})
const attached = z.object({
  sessionId: z.string(),
  targetInfo: z.object({ targetId: z.string(), type: z.string(), subtype: z.string().optional() }),
})
const changed = z.object({ targetInfo: attached.shape.targetInfo })
const evaluated = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.unknown().optional(),
})
const request = z.object({
  request: z.object({ url: z.string(), method: z.string(), headers: z.record(z.string(), z.string()) }),
})
const attempt = z.object({ status: z.string(), prerenderStatus: z.string().optional() })

type Listener = (method: string, params: unknown, session: string | undefined) => void

/** One connection: JSON between null bytes. */
class Connection {
  readonly #out: Writable
  readonly #waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  readonly #listeners = new Set<Listener>()
  #last = 0
  #rest = ''

  constructor(out: Writable, into: Readable) {
    this.#out = out
    into.setEncoding('utf8')
    into.on('data', (chunk: string) => {
      const parts = (this.#rest + chunk).split('\0')
      this.#rest = parts.pop() ?? ''
      for (const part of parts) this.#take(message.parse(JSON.parse(part)))
    })
  }

  #take({ id, method, sessionId, params, result, error }: z.infer<typeof message>): void {
    const waiting = id === undefined ? undefined : this.#waiting.get(id)
    if (id !== undefined) this.#waiting.delete(id)
    if (error) waiting?.reject(new Error(error.message))
    else waiting?.resolve(result)
    if (method !== undefined) for (const listener of this.#listeners) listener(method, params, sessionId)
  }

  send(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    const id = ++this.#last
    this.#out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

export async function startChromium(flags: readonly string[] = []): Promise<Chromium> {
  const profile = await mkdtemp(join(tmpdir(), 'browser-'))
  const parameters = [
    ...BROWSER_FLAGS,
    '--remote-debugging-pipe',
    OWN_HOSTS_ONLY,
    `--user-data-dir=${profile}`,
    ...flags,
  ]
  const child = spawn(await chromiumPath(), parameters, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  const [, , , out, into] = child.stdio
  if (!out || !into || !('write' in out) || !('read' in into)) throw new Error('Chromium has no pipes')
  const connection = new Connection(out, into as Readable)
  await connection.send('Target.setDiscoverTargets', { discover: true, filter: [{}] })
  return {
    openTab: (options) => openTab(connection, options),
    async close() {
      // The response may be lost with the pipe.
      connection.send('Browser.close').catch(() => {})
      const late = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
      await ended
      clearTimeout(late)
      await rm(profile, { recursive: true, force: true })
    },
  }
}

async function openTab(
  connection: Connection,
  { width = 1280, isPhone = false, userAgent, slowProcessor = 1, network }: TabOptions = {},
): Promise<Tab> {
  /** Sessions of the tab's pages, by their target. */
  const pages = new Map<string, string>()
  let advance: string | undefined
  const requests: SentRequest[] = []
  const attempts: string[] = []
  let tabSession = ''
  let shown = ''
  let speed = network

  const slowDown = (session: string): Promise<unknown> =>
    connection.send(
      'Network.emulateNetworkConditions',
      {
        offline: false,
        latency: speed?.latency ?? 0,
        downloadThroughput: speed?.throughput ?? -1,
        uploadThroughput: speed?.throughput ?? -1,
      },
      session,
    )
  const prepare = async (session: string): Promise<void> => {
    const send = (method: string, params?: object): Promise<unknown> => connection.send(method, params, session)
    const size = isPhone ? PHONE : { width, height: 900, deviceScaleFactor: 1, mobile: false }
    await Promise.all([
      send('Page.enable'),
      send('Network.enable'),
      send('Preload.enable'),
      send('Emulation.setDeviceMetricsOverride', size),
      send('Emulation.setTouchEmulationEnabled', { enabled: isPhone }),
      send('Emulation.setCPUThrottlingRate', { rate: slowProcessor }),
      userAgent !== undefined && send('Network.setUserAgentOverride', { userAgent }),
      slowDown(session),
      send('Runtime.runIfWaitingForDebugger'),
    ])
  }
  const stopListening = connection.listen((method, params, session) => {
    if (method === 'Target.attachedToTarget') {
      const { sessionId, targetInfo } = attached.parse(params)
      if (session !== tabSession) return
      pages.set(targetInfo.targetId, sessionId)
      if (targetInfo.type === 'page' && !targetInfo.subtype) shown = sessionId
      if (targetInfo.subtype === 'prerender') advance = sessionId
      prepare(sessionId).catch(() => {})
    } else if (method === 'Target.targetInfoChanged') {
      const { targetId, subtype } = changed.parse(params).targetInfo
      const own = pages.get(targetId)
      if (own !== undefined && !subtype) shown = own
      if (own === advance && !subtype) advance = undefined
    } else if (session === undefined || ![...pages.values()].includes(session)) {
      return
    } else if (method === 'Network.requestWillBeSent') {
      const { url, method, headers } = request.parse(params).request
      const purpose = headers['Sec-Purpose'] ?? headers['sec-purpose']
      const { host, pathname } = new URL(url)
      requests.push({ method, host, path: pathname, purpose })
    } else if (method === 'Preload.prerenderStatusUpdated') {
      const { status, prerenderStatus } = attempt.parse(params)
      attempts.push([status, prerenderStatus].filter(Boolean).join(' '))
    }
  })

  const target = z.object({ targetId: z.string() })
  const { targetId } = target.parse(await connection.send('Target.createTarget', { url: 'about:blank', forTab: true }))
  const session = z.object({ sessionId: z.string() })
  tabSession = session.parse(await connection.send('Target.attachToTarget', { targetId, flatten: true })).sessionId
  await connection.send(
    'Target.setAutoAttach',
    { autoAttach: true, waitForDebuggerOnStart: true, flatten: true, filter: [{}] },
    tabSession,
  )

  const send = (method: string, params?: object): Promise<unknown> => connection.send(method, params, shown)
  const evaluateIn = async <T>(page: string, expression: string, shape: z.ZodType<T>): Promise<T> => {
    const { result, exceptionDetails } = evaluated.parse(
      await connection.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }, page),
    )
    if (exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`)
    return shape.parse(result.value)
  }
  const evaluate = <T>(expression: string, shape: z.ZodType<T>): Promise<T> => evaluateIn(shown, expression, shape)
  const until = async (expression: string): Promise<void> => {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      // A page that is being replaced does not respond.
      const isTrue = await Promise.race([evaluate(expression, z.unknown()).catch(() => false), wait(1000, false)])
      if (isTrue === true) return
      if (Date.now() > end) throw new Error(`never true: ${expression}`)
      await wait(25)
    }
  }
  const middleOf = (selector: string): Promise<{ x: number; y: number }> =>
    evaluate(
      `{const e=document.querySelector(${JSON.stringify(selector)});e.scrollIntoView({block:'center',behavior:'instant'});
      const {x,y,width,height}=e.getClientRects()[0];({x:x+width/2,y:y+height/2})}`,
      z.object({ x: z.number(), y: z.number() }),
    )
  const mouse = (type: string, at: object, more: object = {}): Promise<unknown> =>
    send('Input.dispatchMouseEvent', { type, ...at, ...more })

  return {
    requests,
    attempts,
    evaluate,
    prerendered(expression, shape) {
      if (advance === undefined) throw new Error('no page is rendered in advance')
      return evaluateIn(advance, expression, shape)
    },
    until,
    async open(url) {
      await send('Page.navigate', { url })
      await until(`location.href===${JSON.stringify(url)}&&document.readyState==='complete'`)
    },
    async travel(step) {
      const history = z.object({ currentIndex: z.number(), entries: z.array(z.object({ id: z.number() })) })
      const { currentIndex, entries } = history.parse(await send('Page.getNavigationHistory'))
      const entryId = entries[currentIndex + step]?.id
      // The page is another one before this call is answered.
      send('Page.navigateToHistoryEntry', { entryId }).catch(() => {})
      await wait(300)
      await until(`document.readyState==='complete'`)
    },
    async hover(selector) {
      await mouse('mouseMoved', await middleOf(selector))
    },
    async click(selector) {
      const at = await middleOf(selector)
      await mouse('mouseMoved', at)
      await mouse('mousePressed', at, { button: 'left', clickCount: 1 })
      mouse('mouseReleased', at, { button: 'left', clickCount: 1 }).catch(() => {})
    },
    async tap(selector) {
      const at = await middleOf(selector)
      await send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
      send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }).catch(() => {})
    },
    async wheel(distance) {
      await mouse('mouseWheel', { x: 180, y: 370 }, { deltaX: 0, deltaY: distance })
    },
    async press(key) {
      await send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key })
      await send('Input.dispatchKeyEvent', { type: 'keyUp', key })
    },
    async setNetwork(network) {
      speed = network
      await Promise.all([...pages.values()].map((session) => slowDown(session).catch(() => {})))
    },
    async close() {
      stopListening()
      await connection.send('Target.closeTarget', { targetId })
    },
  }
}
