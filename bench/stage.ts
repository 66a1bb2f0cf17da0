/** The tests' own stage, for benchmarks: the built portal in front of a CMS that has any number of articles. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { largeArchive } from '../test/support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../test/support/hub-server.ts'
import { type PortalProcess, startProcess } from '../test/support/process.ts'
import { ROOT } from '../test/support/root.ts'
import { startWordPress, type WordPressServer } from '../test/support/wordpress-server.ts'

export interface BenchStage {
  cms: HubServer | WordPressServer
  portal: PortalProcess
  close(): Promise<void>
}

const FIXTURES = join(ROOT, 'test/support/fixtures/hub')
/** Of 29 kB, with most kinds of blocks. */
const SAMPLE = join(FIXTURES, 'wp-json/bb/v2/post/2026/03/jak-dziala-podpis-cyfrowy.json')
const ARTICLES = 100_000
/** The benchmark's own. */
const SUBSCRIBERS_FILE = join(ROOT, 'bench/.cache/subscribers.sqlite')

export const articlePath = (number: number): string => `/2026/01/artykul-${number}`

/**
 * @param variables of the portal, as well as the CMS' URL
 * @param root the project's folder, of another commit for instance
 */
export async function startStage(variables: Record<string, string> = {}, root = ROOT): Promise<BenchStage> {
  const { blocks } = JSON.parse(readFileSync(SAMPLE, 'utf8')) as { blocks: object[] }
  const newest = Date.now()
  const archive = largeArchive({ count: ARTICLES, perPage: 20, newest, hoursBetween: 1, articleOf: () => ({ blocks }) })
  const hub = await startHub(FIXTURES, archive)
  const portal = await startProcess(
    {
      CONTENT: 'hub',
      CMS_URL: hub.url,
      LOG_LEVEL: 'error',
      SUBSCRIBERS_FILE,
      ...variables,
    },
    { root },
  )
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
  return { cms: hub, portal, close }
}

/** An article of the newsroom as a WordPress has it. */
const RAW_SAMPLE = join(ROOT, 'newsroom/akademia/articles/kontrakt-solidity-linia-po-linii.html')
/** What WordPress changes on the way to readers: names of blocks go, typed signs become typographic, images get more. */
const RENDERING: ReadonlyArray<readonly [RegExp, string]> = [
  [/<!--.*?-->\n?/gs, ''],
  [/\.\.\./g, '…'],
  [/ - /g, ' – '],
  [/<img /g, '<img decoding="async" loading="lazy" '],
]

/** The same in front of a WordPress with credentials. */
export async function startWordPressStage(): Promise<BenchStage> {
  const raw = readFileSync(RAW_SAMPLE, 'utf8').replace(/^---\n.*?\n---\n/s, '')
  const rendered = RENDERING.reduce((html, [pattern, replacement]) => html.replace(pattern, replacement), raw)
  const cms = await startWordPress()
  const postOf = (number: number): object => ({
    ...{ id: number, type: 'post', slug: `artykul-${number}`, status: 'publish', comment_status: 'closed' },
    ...{ link: `${cms.url}${articlePath(number)}/`, date: '2026-01-03T10:00:00', date_gmt: '2026-01-03T09:00:00' },
    ...{ modified_gmt: '2026-01-03T09:00:00', title: { rendered: `Artykuł ${number}` }, sticky: false },
    ...{ content: { rendered, raw, protected: false }, excerpt: { rendered: '', protected: false } },
  })
  const routes = '/wp-json/wp/v2'
  cms.on(`${routes}/users/me`, {
    json: { slug: 'portal', name: 'Portal', capabilities: { edit_others_posts: true, edit_others_pages: true } },
  })
  cms.on(`${routes}/posts`, ({ query }) => {
    const slug = query.get('slug')
    return { json: slug === null ? [postOf(1)] : [postOf(numberOf(slug))] }
  })
  cms.onOthers(({ path }) => (path.startsWith(`${routes}/posts/`) ? { json: postOf(numberOf(path)) } : undefined))
  const portal = await startProcess({
    CONTENT: 'wordpress',
    CMS_URL: cms.url,
    CMS_USER: 'portal',
    CMS_KEY: 'abcd EFGH 1234',
    CMS_POLL_SECONDS: '0',
    LOG_LEVEL: 'error',
    SUBSCRIBERS_FILE: '/dev/null/none',
  })
  const close = async (): Promise<void> => {
    await portal.stop()
    await cms.close()
  }
  await portal.ready().catch(async (error: unknown) => {
    await close()
    throw error
  })
  return { cms, portal, close }
}

function numberOf(name: string): number {
  return Number(/\d+$/.exec(name)?.[0])
}
