import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { articleMaps } from '../support/article-maps.ts'
import { startHub } from '../support/hub-server.ts'
import { createLiveNewsroom, updatesOfDay } from '../support/live-newsroom.ts'
import { ROOT, startTestPortal } from '../support/portal.ts'

const HAS_JAVA = spawnSync('java', ['-version']).status === 0
if (!HAS_JAVA) console.warn('SKIPPED: there is no Java, so the Nu HTML checker cannot run')
const checked = HAS_JAVA ? test : test.skip

const SERVICES = ['akademia', 'post', 'plus', 'rozrywka', 'bizblog', 'autoblog']
/** One page of each kind, in addition to every article. */
const PAGES = [
  '/',
  '/kategoria/najnowsze',
  '/kategoria/najnowsze/page/2',
  '/tag/bitcoin',
  '/author/tomasz-brzeg',
  '/seria/od-poczatku',
  '/search',
  '/search?s=klucz',
  '/search?s=zzzqqq',
  '/search?s=%22%3E%3Cscript%3E',
  '/nie-ma-takiej-strony',
  '/offline',
  '/zapisane',
  '/?newsletter=invalid-email#newsletter',
  '/newsletter/potwierdz/nie-ma-takiego',
  '/newsletter/ustawienia/nie-ma-takich',
]

interface Message {
  url: string
  type: 'error' | 'info' | 'non-document-error'
  subType?: string
  message: string
  extract?: string
}

let folder: string
const names = new Map<string, string>()

async function keep(host: string, path: string, html: string): Promise<void> {
  const name = `${names.size}.html`
  names.set(name, host + path)
  await writeFile(join(folder, name), html)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nu-'))
  if (!HAS_JAVA) return
  const portal = await startTestPortal()
  for (const service of SERVICES) {
    const host = `${service}.localhost`
    const { text: map } = await articleMaps((path) => portal.get(path, { host }))
    const articles = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
    const pages = service === 'akademia' ? PAGES : ['/', '/kategoria/najnowsze', '/nie-ma-takiej-strony']
    for (const path of [...pages, ...articles]) await keep(host, path, (await portal.get(path, { host })).text)
  }
  await portal.close()
  const updates = updatesOfDay(25, '2026-11-24').map((update, index) =>
    index % 3 ? update : { ...update, heading: 'Tytuł' },
  )
  const newsroom = await createLiveNewsroom(updates)
  const live = await startTestPortal({ NEWSROOM_DIR: newsroom.folder })
  for (const path of [newsroom.path, `${newsroom.path}/live-page-2`])
    await keep('live', path, (await live.get(path)).text)
  await live.close()
  await newsroom.remove()
  await keepNews()
  const hub = await startHub(undefined, ({ path }) =>
    path.includes('/page/') ? { body: '{"ID":1,"blocks":[]}' } : { status: 500 },
  )
  const broken = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url })
  await keep('unavailable', '/kategoria/najnowsze', (await broken.get('/kategoria/najnowsze')).text)
  await broken.close()
  await hub.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Pages with a line of breaking news, and an article with a correction. */
async function keepNews(): Promise<void> {
  const own = await mkdtemp(join(tmpdir(), 'news-'))
  const newsroom = join(own, 'newsroom')
  await cp(join(ROOT, 'newsroom'), newsroom, { recursive: true })
  const article = join(newsroom, 'akademia/articles/multisig-dwa-z-trzech.html')
  const correction = 'corrections: [{ date: 2026-11-24T07:00, text: "Była zła <liczba>.", place: bottom }]'
  await writeFile(article, (await readFile(article, 'utf8')).replace('---\n', `---\n${correction}\n`))
  await writeFile(
    join(own, 'breaking.yaml'),
    `- { text: "Pilne & ważne <b>", link: "/a?b=1&c=2", until: "${new Date(Date.now() + 3_600_000).toISOString()}" }\n`,
  )
  const portal = await startTestPortal({ SITE_DIR: own, NEWSROOM_DIR: newsroom })
  for (const path of ['/', '/2026/11/multisig-dwa-z-trzech', '/nie-ma-takiej-strony']) {
    const { text } = await portal.get(path)
    if (!text.includes('Pilne &amp; ważne &lt;b&gt;')) throw new Error(`${path} has no line of breaking news`)
    await keep('news', path, text)
  }
  await portal.close()
  await rm(own, { recursive: true })
}

// A11Y-7
checked(
  'every page is valid HTML, by the Nu checker',
  () => {
    const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')
    const { stderr } = spawnSync('java', ['-Xss2m', '-jar', jar, '--format', 'json', '--skip-non-html', folder], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    const { messages } = JSON.parse(stderr) as { messages: Message[] }
    const errors = messages
      .filter(({ type, subType }) => type !== 'info' || subType === 'warning')
      .map(({ url, message, extract }) => `${names.get(url.split('/').at(-1) ?? '')}: ${message} ${extract ?? ''}`)
    console.info(`Nu checker: ${names.size} pages, ${errors.length} errors and warnings`)
    expect(names.size).toBeGreaterThan(80)
    expect(errors.slice(0, 20)).toEqual([])
  },
  120_000,
)
