/** The tests' own stage, for benchmarks: the built portal in front of a CMS that has any number of articles. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { largeArchive } from '../test/support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../test/support/hub-server.ts'
import { type PortalProcess, startProcess } from '../test/support/process.ts'
import { ROOT } from '../test/support/root.ts'

export interface BenchStage {
  hub: HubServer
  portal: PortalProcess
  close(): Promise<void>
}

const FIXTURES = join(ROOT, 'test/support/fixtures/hub')
/** Of 29 kB, with most kinds of blocks. */
const SAMPLE = join(FIXTURES, 'wp-json/bb/v2/post/2026/03/jak-dziala-podpis-cyfrowy.json')
const ARTICLES = 100_000
/** The benchmark's own, below the project's folder. */
const SUBSCRIBERS_FILE = 'bench/.cache/subscribers.sqlite'

export const articlePath = (number: number): string => `/2026/01/artykul-${number}`

/** @param variables of the portal, as well as the CMS' URL */
export async function startStage(variables: Record<string, string> = {}): Promise<BenchStage> {
  const { blocks } = JSON.parse(readFileSync(SAMPLE, 'utf8')) as { blocks: object[] }
  const newest = Date.now()
  const archive = largeArchive({ count: ARTICLES, perPage: 20, newest, hoursBetween: 1, articleOf: () => ({ blocks }) })
  const hub = await startHub(FIXTURES, archive)
  const portal = await startProcess({
    CONTENT: 'hub',
    CMS_URL: hub.url,
    LOG_LEVEL: 'error',
    SUBSCRIBERS_FILE,
    ...variables,
  })
  const close = async (): Promise<void> => {
    await portal.stop()
    await hub.close()
  }
  try {
    await portal.ready()
  } catch (error) {
    await close()
    throw error
  }
  return { hub, portal, close }
}
