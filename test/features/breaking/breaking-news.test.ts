import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type PortalProcess, startProcess } from '../../support/process.ts'
import { until } from '../../support/until.ts'

const HOUR = 3_600_000
/** Content is fresh for half a minute. Milliseconds. */
const PASSED = 31_000
/** The portal looks three times a second here. Milliseconds. */
const SEEN = 40_000
const service = (name: string, more = '') => `title: ${name}
url: https://${name}.example
colours: { accent: "#8a1c1c", accentOnDark: "#ff9d9d" }
seo: { title: ${name}, description: Wiadomości. }
${more}`
/** Local time, as the newsroom has it. */
const written = (at: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Warsaw', dateStyle: 'short', timeStyle: 'short' })
    .format(at)
    .replace(' ', 'T')
const article = (title: string, tag: string, at: number) =>
  `---\ntitle: ${title}\nlead: Lead.\ndate: ${written(at)}\nauthor: jan\ncategory: ratusz\ntags: [${tag}]\n---\n<!-- wp:paragraph -->\n<p>Treść.</p>\n<!-- /wp:paragraph -->\n`
const terms =
  'categories:\n  - { slug: ratusz, name: Ratusz }\n  - { slug: najnowsze, name: Najnowsze }\ntags:\n  - { slug: pilne, name: Pilne }\n'
const now = Date.now()
const FILES = {
  'site/group.yaml':
    'version: 1\nname: Gazeta\nlanguage: pl\ntimeZone: Europe/Warsaw\ndefaultService: miasto\nservices: [miasto, sport]\nbreaking: { service: miasto, tag: pilne, hours: 3 }\n',
  'site/services/miasto.yaml': service('miasto'),
  'site/services/sport.yaml': service('sport'),
  'newsroom/miasto/terms.yaml': terms,
  'newsroom/sport/terms.yaml': terms,
  'newsroom/miasto/articles/most.html': article('Most znów otwarty', '', now - 100 * HOUR),
  'newsroom/miasto/articles/stare.html': article('Dawno po wszystkim', 'pilne', now - 4 * HOUR),
  'newsroom/authors/jan.yaml': 'name: Redakcja\ndescription: Redakcja gazety.\nsince: 2026-01-01\n',
}

let folder: string
let portal: PortalProcess
const write = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), text)
}
const lineOf = async (path: string, host = 'miasto.example') => {
  const { text, headers } = await portal.ask(path, { headers: { host } })
  const [aside] = /<aside class="breaking".*?<\/aside>/.exec(text) ?? []
  const [, href, words] = /<a href="([^"]*)">([^<]*)<\/a>/.exec(aside ?? '') ?? []
  return { href, words, control: headers['cache-control'] }
}
const seen = (words: string | undefined, host?: string) =>
  until(
    () => lineOf('/kategoria/ratusz', host),
    (line) => line.words === words,
    SEEN,
  )

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'breaking-'))
  for (const [file, text] of Object.entries(FILES)) await write(file, text)
  portal = await startProcess(
    { SITE_DIR: join(folder, 'site'), NEWSROOM_DIR: join(folder, 'newsroom') },
    { clock: true, preload: 'quick-looks.mjs' },
  )
  await portal.ready()
})
afterAll(async () => {
  await portal.stop()
  await rm(folder, { recursive: true })
})

test('an article of the tag stands above stored pages of the whole group, until its hours are over (BREAK-3, BREAK-5)', async () => {
  // Older than its three hours.
  expect((await lineOf('/kategoria/ratusz')).words).toBeUndefined()
  await write('newsroom/miasto/articles/pilne.html', article('Sąd uchylił uchwałę', 'pilne', Date.now() - HOUR))
  await portal.moveClock({ pass: PASSED })
  const { href } = await seen('Sąd uchylił uchwałę')
  expect(href).toMatch(/^\/20\d\d\/\d\d\/pilne$/)
  const path = new URL(href ?? '', 'https://miasto.example').href
  // Another service has its whole URL; pages that are not there have it too.
  expect(await seen('Sąd uchylił uchwałę', 'sport.example')).toMatchObject({ href: path })
  expect((await lineOf('/nie-ma')).words).toBe('Sąd uchylił uchwałę')
})

test('the file goes over the tag; one with a mistake is logged and changes nothing (BREAK-2)', async () => {
  const ends = new Date(Date.now() + 30 * 60_000).toISOString()
  const entry = `- { text: "Alarm <b>odwołany</b>", link: /alarm, until: "${ends}", services: [sport] }\n`
  await write('site/breaking.yaml', entry)
  const { control } = await seen('Alarm &lt;b&gt;odwołany&lt;/b&gt;', 'sport.example')
  expect(control).toBe('public, max-age=60, stale-while-revalidate=600, stale-if-error=86400')
  expect((await lineOf('/')).words).toBe('Sąd uchylił uchwałę')

  await write('site/breaking.yaml', `${entry}- { text: Bez adresu, until: jutro }\n`)
  const isLogged = () => portal.lines().find(({ msg }) => String(msg).startsWith('breaking news are not usable'))
  const logged = await until(isLogged, (line) => line !== undefined, SEEN)
  expect(JSON.stringify(logged)).toMatch(/1\.link.*is missing/)
  expect((await lineOf('/', 'sport.example')).words).toBe('Alarm &lt;b&gt;odwołany&lt;/b&gt;')

  await rm(join(folder, 'site/breaking.yaml'))
  await seen('Sąd uchylił uchwałę', 'sport.example')
}, 180_000)

test('what caches keep is fresh until the end of the line at most (BREAK-4)', async () => {
  await write(
    'site/breaking.yaml',
    `- { text: Zaraz koniec, link: /zaraz, until: "${new Date(Date.now() + PASSED + 45_000).toISOString()}" }\n`,
  )
  const { control } = await seen('Zaraz koniec')
  const [, maxAge, during] =
    /^public, max-age=(\d+), stale-while-revalidate=(\d+), stale-if-error=86400$/.exec(control ?? '') ?? []
  expect(Number(maxAge)).toBeLessThanOrEqual(45)
  expect(Number(during)).toBe(0)
  // Then the other line is there, and no page had to be purged for it.
  await portal.moveClock({ pass: 45_000 })
  await seen('Sąd uchylił uchwałę')
})
