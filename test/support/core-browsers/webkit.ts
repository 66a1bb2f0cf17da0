import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { debianProgram } from '../debian-program.ts'
import { freePort } from '../process.ts'
import type { CoreBrowser, StartOptions } from './core-browser.ts'
import { WebDriverSession } from './webdriver.ts'

const DRIVER = debianProgram('WebKitWebDriver', 'webkit2gtk-driver')
const DISPLAY_SERVER = debianProgram('Xvfb', 'xvfb')

/** WebKitGTK's own browser, in a folder that names architecture and version. */
function miniBrowser(): string | undefined {
  if (DRIVER === undefined) return undefined
  const folders = readdirSync('/usr/lib').filter((name) => name.endsWith('-linux-gnu'))
  return folders
    .flatMap((folder) => {
      const lib = join('/usr/lib', folder)
      const versions = readdirSync(lib).filter((name) => name.startsWith('webkit2gtk-'))
      return versions.map((version) => join(lib, version, 'MiniBrowser'))
    })
    .at(-1)
}

const MINI_BROWSER = miniBrowser()
export const hasWebKit = MINI_BROWSER !== undefined && DISPLAY_SERVER !== undefined

/**
 * WebKitGTK's MiniBrowser in a display of its own, by WebDriver. Its full-screen form has no toolbar, so the window is
 * the viewport and can be as narrow as a phone.
 */
export async function startWebKit({ proxy, colorScheme }: StartOptions): Promise<CoreBrowser> {
  if (DRIVER === undefined || DISPLAY_SERVER === undefined) throw new Error('WebKit is missing')
  const home = await mkdtemp(join(tmpdir(), 'webkit-'))
  const { server, display } = await startDisplay(DISPLAY_SERVER)
  const port = await freePort()
  const driver = spawn(DRIVER, [`--port=${port}`], {
    env: {
      ...process.env,
      HOME: home,
      XDG_CACHE_HOME: join(home, 'cache'),
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_DATA_HOME: join(home, 'data'),
      DISPLAY: display,
      http_proxy: proxy.origin,
      https_proxy: proxy.origin,
      no_proxy: '127.0.0.1,localhost,.localhost',
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // Bubblewrap needs rights that a container does not give; the browser only sees what the tests serve.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
    stdio: 'ignore',
  })
  const stop = async () => {
    await end(driver)
    await end(server)
    await rm(home, { recursive: true, force: true })
  }
  let session: WebDriverSession
  try {
    session = await WebDriverSession.begin(`http://127.0.0.1:${port}`, {
      'webkitgtk:browserOptions': {
        binary: MINI_BROWSER,
        args: [
          '--automation',
          '--full-screen',
          '--autoplay-policy=allow',
          ...(colorScheme === 'dark' ? ['--dark-mode'] : []),
        ],
      },
    })
  } catch (error) {
    await stop()
    throw error
  }
  return {
    version: session.version,
    open: async (url) => void (await session.command('url', { url })),
    evaluate: (run, ...values) => session.evaluate(run, ...values),
    click: (selector) => session.point(selector, true),
    hover: (selector) => session.point(selector, false),
    type: (text) => session.keys(text),
    press: (key) => session.keys([key]),
    resize: async (width, height) => void (await session.command('window/rect', { x: 0, y: 0, width, height })),
    screenshot: async () => Buffer.from(await session.get<string>('screenshot'), 'base64'),
    close: async () => {
      await session.end().catch(() => {})
      await stop()
    },
  }
}

async function startDisplay(program: string): Promise<{ server: ChildProcess; display: string }> {
  const server = spawn(program, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = await once(server.stdio[3] as Readable, 'data')
  return { server, display: `:${String(number).trim()}` }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
