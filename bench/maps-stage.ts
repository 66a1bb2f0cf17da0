/** The stage of `bench:maps`. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { largeArchive } from '../test/support/fixtures/large-archive.ts'
import { startHub } from '../test/support/hub-server.ts'
import { freePort } from '../test/support/process.ts'
import { ROOT } from '../test/support/root.ts'

const YEARS = 10
const HOURS_IN_YEAR = 8766
const PER_PAGE = 20
const INDEX_LIMIT_MS = 600_000

interface Step {
  step: string
  'calls of the CMS': number
  seconds: string
  'memory, MB': number
  'most so far, MB': number
}

export async function measure(articles: number, count: number): Promise<Step[]> {
  const hub = await startHub(
    undefined,
    largeArchive({
      count: articles,
      perPage: PER_PAGE,
      newest: Date.now(),
      hoursBetween: (YEARS * HOURS_IN_YEAR) / articles,
      articleOf: (index) => ({ ID: articles + 1 - index }),
    }),
  )
  const port = await freePort()
  const portal = start(hub.url, port)
  const steps: Step[] = []
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const [before, from] = [hub.calls.length, performance.now()]
    const value = await work()
    steps.push({
      step: name,
      'calls of the CMS': hub.calls.length - before,
      seconds: ((performance.now() - from) / 1000).toFixed(1),
      'memory, MB': megabytes(portal, 'VmRSS'),
      'most so far, MB': megabytes(portal, 'VmHWM'),
    })
    return value
  }
  const read = async (path: string): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    if (response.status !== 200) throw new Error(`${path} answers ${response.status}`)
    return response.text()
  }
  const maps = async (): Promise<string[]> =>
    Array.from((await read('/sitemap.xml')).matchAll(/\/sitemap-articles-\d{4}-\d{2}(?:-\d+)?\.xml/g), ([path]) => path)
  /** A crawler waits only so long for the first look at all months: until then the index names the newest alone. */
  const allMaps = async (): Promise<string[]> => {
    for (const until = performance.now() + INDEX_LIMIT_MS; ; await wait(1000)) {
      const named = await maps()
      if (named.length > 1) return named
      if (performance.now() > until) throw new Error('the index names no older maps')
    }
  }
  try {
    await step('start', () => untilReady(port))
    await step('a list', () => read('/kategoria/najnowsze'))
    const named = await step('index of maps, until it names all months', allMaps)
    const some = named.filter((_, at) => at % Math.ceil(named.length / count) === 0)
    for (const round of ['first', 'second']) {
      const locations = await step(`${some.length} of ${named.length} maps of months, ${round} time`, async () => {
        let sum = 0
        for (const path of some) sum += (await read(path)).split('<loc>').length - 1
        return sum
      })
      process.stderr.write(`${locations} articles in ${some.length} maps\n`)
    }
    await step('index of maps again', maps)
    return steps
  } finally {
    portal.kill('SIGKILL')
    await hub.close()
  }
}

function start(cms: string, port: number): ChildProcess {
  return spawn(process.execPath, ['dist/server.js'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      CONTENT: 'hub',
      CMS_URL: cms,
      LOG_LEVEL: 'silent',
      SUBSCRIBERS_FILE: '/dev/null/none',
      PAGE_CACHE_FILE: 'off',
    },
    stdio: 'ignore',
  })
}

async function untilReady(port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (response?.ok) return
    await wait(50)
  }
  throw new Error('the portal did not become ready')
}

function megabytes({ pid }: ChildProcess, field: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes = '0'] = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}
