import { setTimeout as wait } from 'node:timers/promises'
import type { Key } from './core-browser.ts'

/** The member that stands for an element (W3C WebDriver, "Elements"). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** Private characters that stand for keys (W3C WebDriver, "Keyboard actions"). */
const KEYS: Record<Key, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  ArrowUp: '\uE013',
  ArrowDown: '\uE015',
}
const START_MS = 10_000
/** How long an element may move about before it is pointed at. */
const POINT_MS = 8_000

type Reply = { value: { error?: string; message?: string } | null }

/** A session of W3C WebDriver: commands over HTTP, and no more of them than the core list needs. */
export class WebDriverSession {
  readonly #url: string
  readonly version: string

  private constructor(url: string, version: string) {
    this.#url = url
    this.version = version
  }

  /** @param driver URL of a driver, which may have just been started */
  static async begin(driver: string, capabilities: object): Promise<WebDriverSession> {
    for (const end = Date.now() + START_MS; ; ) {
      const status = await fetch(`${driver}/status`).catch(() => undefined)
      if (status?.ok) break
      if (Date.now() > end) throw new Error(`no driver at ${driver}`)
      await wait(50)
    }
    const { sessionId, capabilities: agreed } = await send<{
      sessionId: string
      capabilities: { browserName: string; browserVersion: string }
    }>('POST', `${driver}/session`, { capabilities: { alwaysMatch: capabilities } })
    return new WebDriverSession(`${driver}/session/${sessionId}`, `${agreed.browserName} ${agreed.browserVersion}`)
  }

  command<T = null>(path: string, body: object): Promise<T> {
    return send<T>('POST', `${this.#url}/${path}`, body)
  }

  get<T>(path: string): Promise<T> {
    return send<T>('GET', `${this.#url}/${path}`)
  }

  async end(): Promise<void> {
    await send('DELETE', this.#url)
  }

  async evaluate<T, A extends unknown[]>(run: (...values: A) => T | Promise<T>, ...values: A): Promise<T> {
    // Rejections come back as values: a script that throws says little otherwise.
    const script = `const end = arguments[arguments.length - 1]
      const values = [...arguments].slice(0, -1)
      Promise.resolve().then(() => (${run})(...values)).then(
        (value) => end({ value: value === undefined ? null : value }),
        (error) => end({ error: String(error) }),
      )`
    const result = await this.command<{ value: T } | { error: string }>('execute/async', { script, args: values })
    if ('error' in result) throw new Error(result.error)
    return result.value
  }

  /** Moves the pointer to an element; with `press` it is clicked. */
  async point(selector: string, press: boolean): Promise<void> {
    for (const end = Date.now() + POINT_MS; ; ) {
      try {
        return await this.#pointOnce(selector, press)
      } catch (error) {
        // Blocks on the way get their true height late, so that the element has moved on.
        if (Date.now() > end || !/not interactable|out of bounds|intercepted/.test(String(error))) throw error
      }
    }
  }

  async #pointOnce(selector: string, press: boolean): Promise<void> {
    const element = await this.command<{ [ELEMENT]: string }>('element', { using: 'css selector', value: selector })
    // The driver itself looks at once, while the page still scrolls smoothly.
    const script = `const [element, end] = arguments
      const show = () => element.scrollIntoView({ block: 'center', behavior: 'instant' })
      show()
      setTimeout(() => { show(); requestAnimationFrame(() => end(null)) }, 100)`
    await this.command('execute/async', { script, args: [element] })
    if (press) return void (await this.command(`element/${element[ELEMENT]}/click`, {}))
    await this.#act({
      type: 'pointer',
      id: 'pointer',
      parameters: { pointerType: 'mouse' },
      actions: [{ type: 'pointerMove', duration: 0, x: 0, y: 0, origin: element }],
    })
  }

  async keys(keys: string | Key[]): Promise<void> {
    const values = typeof keys === 'string' ? [...keys] : keys.map((key) => KEYS[key])
    const actions = values.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.#act({ type: 'key', id: 'keyboard', actions })
  }

  async #act(source: object): Promise<void> {
    await this.command('actions', { actions: [source] })
  }
}

async function send<T>(method: string, url: string, body?: object): Promise<T> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as Reply
  if (!response.ok) throw new Error(`${method} ${url}: ${value?.error} ${value?.message}`)
  return value as T
}
