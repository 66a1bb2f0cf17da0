import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FolderChange } from '../../src/sources/embedded/changes.ts'
import { createEmbeddedSource } from '../../src/sources/embedded/embedded.ts'
import { createServices, SERVICE_NAMES } from '../support/customer-site.ts'
import { until } from '../support/until.ts'

/** Dates later than now mean "not before" (SRC-39). */

const { akademia } = createServices()
const DAY = 86_400_000
/** Noon in Warsaw. */
const NOON = Date.UTC(2026, 10, 26, 11)

let folder: string
let now: number
let scanned: number
let problems: unknown[]
const stops: Array<() => void> = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dated-newsroom-'))
  ;[now, scanned, problems] = [NOON, 0, []]
  await write('authors/jan.yaml', 'name: Jan\ndescription: Pisze.\nsince: 2024-01-02\n')
  await write('akademia/terms.yaml', 'categories: [{ slug: edukacja, name: Edukacja }]\ntags: []\n')
  await write('akademia/articles/dawny.html', article('2026-01-02T10:00', 'series: '))
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  await rm(folder, { recursive: true })
})

async function write(path: string, text: string): Promise<void> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

function article(
  date: string,
  more = '',
  body = '<!-- wp:paragraph -->\n<p>Akapit.</p>\n<!-- /wp:paragraph -->',
): string {
  const fields = more === 'series: ' ? '' : more
  return `---\ntitle: Tytuł\nlead: Zajawka.\ndate: ${date}\nauthor: jan\ncategory: edukacja\ntags: [nowy]\n${fields}---\n${body}\n`
}

const sourceOf = (settings: { showsDrafts?: boolean } = {}, timeZone = 'Europe/Warsaw') =>
  createEmbeddedSource(
    folder,
    SERVICE_NAMES,
    (problem) => problems.push(problem),
    // Each reading is later than what a scan is good for.
    () => (scanned += 10_000),
    { ...settings, timeZone, wallClock: () => now },
  )
type Source = ReturnType<typeof sourceOf>

/** The changes that the source reports from now on. */
function watched(source: Source): FolderChange[] {
  const changes: FolderChange[] = []
  const stop = source.watch(
    () => 10,
    (_, change) => changes.push(change),
    (error) => problems.push(error),
  )
  stops.push(stop)
  return changes
}

interface Json {
  posts: Array<{ relative_link: string; headline: string }>
  blocks: unknown[]
  post_generated_date: string
  next_posts_for_this_post: string[]
  headline: string
  nrm_meta_noindex: boolean
  stats: { posts_count: number }
}
const json = async (response: Promise<{ json: unknown }> | undefined) => (await response)?.json as Json | undefined
const page = (source: Source, path: string) => json(source.article(akademia, path))

/** Everywhere that the article at a path is. */
async function places(source: Source, path: string): Promise<string[]> {
  const slug = path.split('/').at(-1) ?? ''
  const lists = {
    newest: source.archive(akademia, 'category', 'najnowsze', 0),
    category: source.archive(akademia, 'category', 'edukacja', 0),
    tag: source.archive(akademia, 'tag', 'nowy', 0),
    author: source.archive(akademia, 'author', 'jan', 0),
    series: source.archive(akademia, 'series', 'cykl', 0),
    search: source.search(akademia, 'tytuł', 1),
    suggestions: source.suggest?.(akademia, 'tyt', 5),
    home: source.home(akademia),
    'another article': source.article(akademia, '/2026/01/dawny'),
    terms: source.directory?.(akademia, 'series', 1).then((entries) => ({ json: entries })),
  }
  const at = (await page(source, path)) ? ['page'] : []
  for (const [name, list] of Object.entries(lists)) {
    const text = JSON.stringify(await json(list)) ?? ''
    if (text.includes(`/${slug}"`) || (name === 'terms' && text.includes('cykl'))) at.push(name)
  }
  return at
}

async function scheduled(date: string): Promise<string> {
  await write('akademia/articles/jutro.html', article(date))
  await write('akademia/series.yaml', '- { slug: cykl, title: Cykl, parts: [jutro] }\n')
  await write(
    'akademia/home.html',
    '---\nid: 1\nslug: glowna\ntitle: G\n---\n<!-- wp:acf/grid-posts {"posts":{"slugs":["jutro"]}} /-->\n',
  )
  return `/${date.slice(0, 4)}/${date.slice(5, 7)}/jutro`
}

describe('an article dated later than now', () => {
  test.each(['2026-11-26T12:01', '2026-11-27T09:00', '2027-01-15T09:00', '2099-12-24T08:00'])(
    'is nowhere before %s, and everywhere then',
    async (date) => {
      const path = await scheduled(date)
      const source = sourceOf()
      expect(await places(source, path)).toEqual([])
      now = Date.parse(`${date}:00+01:00`) - 1
      expect(await places(source, path)).toEqual([])
      now += 1
      expect((await places(source, path)).sort()).toEqual([
        'another article',
        'author',
        'category',
        'home',
        'newest',
        'page',
        'search',
        'series',
        'suggestions',
        'tag',
        'terms',
      ])
      // Part of a series: no mistake, and a clock that is set back hides it again.
      expect(problems).toEqual([])
      now -= DAY
      expect(await places(source, path)).toEqual([])
    },
  )

  test.each([
    // Skipped by the clocks: 02:30 is 03:30 in summer time.
    ['2027-03-28T02:30', '2027-03-28T01:30:00Z'],
    // There twice: the first one.
    ['2026-10-25T02:30', '2026-10-25T00:30:00Z'],
    ['2027-07-01T00:00', '2027-06-30T22:00:00Z'],
  ])('follows the clocks of the site: %s is %s', async (date, instant) => {
    const path = await scheduled(date)
    const source = sourceOf()
    now = Date.parse(instant) - 1000
    expect(await page(source, path)).toBeUndefined()
    now = Date.parse(instant)
    expect(await page(source, path)).toBeDefined()
  })

  test.each([
    ['seconds', '2026-11-26T12:00:30', '2026-11-26T11:00:30Z'],
    ['seconds and an offset', '2026-11-26T12:00:30+01:00', '2026-11-26T11:00:30Z'],
    // The second time that clocks show half past two.
    ['an hour that comes twice', '2026-10-25T02:30+01:00', '2026-10-25T01:30:00Z'],
  ])('does not come early for %s: %s', async (_name, date, instant) => {
    const path = await scheduled(date)
    const source = sourceOf()
    now = Date.parse(instant) - 1000
    expect(await places(source, path)).toEqual([])
    now = Date.parse(instant)
    expect(await places(source, path)).toContain('page')
    expect(problems).toEqual([])
  })

  test('is nowhere again when its date is moved, and reported as gone', async () => {
    const path = await scheduled('2026-11-26T11:00')
    const source = sourceOf()
    expect(await places(source, path)).toContain('page')
    const changes = watched(source)
    // A scan must not meet half a file.
    await write('akademia/nowy.txt', article('2026-11-27T09:00'))
    await rename(join(folder, 'akademia/nowy.txt'), join(folder, 'akademia/articles/jutro.html'))
    await until(
      () => changes.flatMap(({ paths }) => paths),
      (paths) => paths.includes(path),
    )
    expect(await places(source, path)).toEqual([])
    expect(problems).toEqual([])
  })

  test('depends on the zone of the site, not on that of the machine', async () => {
    const path = await scheduled('2026-11-26T12:00')
    expect(await page(sourceOf({}, 'Europe/Warsaw'), path)).toBeDefined()
    expect(await page(sourceOf({}, 'Europe/London'), path)).toBeUndefined()
  })

  test('is in a preview, and everywhere in development, marked and without search engines', async () => {
    const path = await scheduled('2099-12-24T08:00')
    const source = sourceOf()
    expect(await json(source.draft?.(akademia, 'jutro'))).toMatchObject({ title: 'Tytuł', nrm_meta_noindex: true })
    const inDevelopment = sourceOf({ showsDrafts: true })
    expect(await page(inDevelopment, path)).toMatchObject({ headline: 'Zaplanowany', nrm_meta_noindex: true })
    expect((await json(inDevelopment.archive(akademia, 'category', 'edukacja', 0)))?.posts[0]?.headline).toBe(
      'Zaplanowany',
    )
    now = Date.parse('2099-12-24T08:00:00+01:00')
    expect(await page(inDevelopment, path)).toMatchObject({ headline: '', nrm_meta_noindex: false })
  })

  test.each(['/2026/11/jutro', '/2026/11/jutro.html', '/2026/11/jutro/'])(
    "%s is no next article of another one's before (SRC-39)",
    async (link) => {
      await scheduled('2026-11-27T09:00')
      await write('akademia/articles/dawny.html', article('2026-01-02T10:00', `next: [${link}, /2026/03/inny]\n`))
      const source = sourceOf()
      expect((await page(source, '/2026/01/dawny'))?.next_posts_for_this_post).toEqual(['/2026/03/inny'])
      now += DAY
      expect((await page(source, '/2026/01/dawny'))?.next_posts_for_this_post).toEqual([link, '/2026/03/inny'])
    },
  )

  test('a page is the same', async () => {
    await write('pages/zasady.html', article('2026-11-27T09:00'))
    const source = sourceOf()
    expect(await page(source, '/zasady')).toBeUndefined()
    expect((await source.directory?.(akademia, 'page', 1))?.entries).toEqual([])
    now += DAY
    expect(await page(source, '/zasady')).toBeDefined()
  })

  test('stays scheduled while its file is broken, and comes in its last good form', async () => {
    const path = await scheduled('2026-11-27T09:00')
    const source = sourceOf()
    expect(await page(source, path)).toBeUndefined()
    await write('akademia/articles/jutro.html', 'nic')
    expect(await page(source, path)).toBeUndefined()
    now += DAY
    expect(await page(source, path)).toBeDefined()
    expect(problems).not.toEqual([])
  })

  test('is reported as a change when its time comes, once', async () => {
    const path = await scheduled('2026-11-27T09:00')
    const source = sourceOf()
    await source.prepare()
    const changes = watched(source)
    now += DAY
    while (changes.length === 0) await wait(5)
    await wait(100)
    expect(changes).toHaveLength(1)
    expect(changes[0]).toMatchObject({ paths: ['/', path] })
    expect(changes[0]?.tags).toEqual(
      expect.arrayContaining(['post-jutro', 'series-cykl', 'tag-nowy', 'author-jan', 'articles-akademia']),
    )
    expect(problems).toEqual([])
  })
})

test('articles of the hour that clocks have twice are in their order, in lists and among the next ones', async () => {
  // In summer time, then in winter time.
  await write('akademia/articles/pierwszy.html', article('2026-10-25T02:45'))
  await write('akademia/articles/drugi.html', article('2026-10-25T02:30+01:00'))
  const source = sourceOf()
  const { posts } = (await source.archive(akademia, 'category', 'edukacja', 1)).json as Json
  const [drugi, pierwszy, dawny] = ['/2026/10/drugi', '/2026/10/pierwszy', '/2026/01/dawny']
  expect(posts.map(({ relative_link }) => relative_link)).toEqual([drugi, pierwszy, dawny])
  // Older ones come first.
  expect((await page(source, drugi))?.next_posts_for_this_post).toEqual([pierwszy, dawny])
  expect((await page(source, pierwszy))?.next_posts_for_this_post).toEqual([dawny, drugi])
})

test('comes at its time although nobody looks into the folder, which is away (PURGE-12)', async () => {
  const path = await scheduled('2026-11-27T09:00')
  const source = sourceOf()
  await source.prepare()
  const changes: FolderChange[] = []
  stops.push(
    source.watch(
      () => DAY,
      (_, change) => changes.push(change),
      (error) => problems.push(error),
    ),
  )
  await wait(100)
  await rename(folder, `${folder}-away`)
  now = Date.parse('2026-11-27T08:00:00Z')
  const startedAt = performance.now()
  await until(
    () => changes.length,
    (length) => length > 0,
  )
  const took = performance.now() - startedAt
  await rename(`${folder}-away`, folder)
  expect(changes).toMatchObject([{ paths: ['/', path] }])
  expect(took).toBeLessThan(2000)
  expect(problems).toEqual([])
})

describe('a part of an article dated later than now', () => {
  test('a revision and a correction come at their time', async () => {
    const more = 'updated: 2026-11-27T09:00\ncorrections: [{ date: 2026-11-28T09:00, text: Było źle. }]\n'
    await write('akademia/articles/poprawiony.html', article('2026-01-03T10:00', more))
    const source = sourceOf()
    const path = '/2026/01/poprawiony'
    const revised = async () => (await page(source, path))?.post_generated_date
    expect(await revised()).toBe('2026-01-03T10:00')
    expect(JSON.stringify(await page(source, path))).not.toContain('Było źle')
    now += DAY
    expect(await revised()).toBe('2026-11-27T09:00')
    now += DAY
    expect(await revised()).toBe('2026-11-28T09:00')
    expect(JSON.stringify(await page(source, path))).toContain('Było źle')
  })

  test('the last revision is the later one in the hour that clocks have twice', async () => {
    const more = 'updated: 2026-10-25T02:30+01:00\ncorrections: [{ date: 2026-10-25T02:45, text: Było źle. }]\n'
    await write('akademia/articles/poprawiony.html', article('2026-01-03T10:00', more))
    expect((await page(sourceOf(), '/2026/01/poprawiony'))?.post_generated_date).toBe('2026-10-25T02:30:00+01:00')
  })

  test('a live update comes at its time, and is not found before', async () => {
    const update = (time: string, words: string, inText = false) =>
      `<!-- wp:group {"className":"live-update"${inText ? '' : `,"time":"${time}"`}} -->\n` +
      '<div class="wp-block-group live-update"><!-- wp:group -->\n<div><!-- wp:paragraph -->\n' +
      `<p>${inText ? `${time.replace('T', ' ')} – ` : ''}${words}</p>\n` +
      '<!-- /wp:paragraph --></div>\n<!-- /wp:group --></div>\n<!-- /wp:group -->\n\n'
    const paragraph = (words: string) => `<!-- wp:paragraph -->\n<p>${words}</p>\n<!-- /wp:paragraph -->\n\n`
    const body = `${paragraph('Wstęp.')}${update('2026-11-27T10:00', 'Premiera')}${update('2026-11-26T10:00', 'Przygotowania')}${paragraph('Koniec.')}`
    await write('akademia/articles/relacja.html', article('2026-11-26T09:00', '', body))
    const source = sourceOf()
    const text = async () => JSON.stringify((await page(source, '/2026/11/relacja'))?.blocks)
    const hits = async () => JSON.stringify(await json(source.search(akademia, 'premiera', 1)))
    expect(await text()).toMatch(/Wstęp.*Przygotowania.*Koniec/)
    expect(await text()).not.toContain('Premiera')
    expect(await hits()).not.toContain('relacja')
    now += DAY
    expect(await text()).toMatch(/Wstęp.*Premiera.*Przygotowania.*Koniec/)
    expect(await hits()).toContain('relacja')
  })

  test('is a change of its own, which another instance does not take for the one before', async () => {
    const update = (time: string): string =>
      `<!-- wp:group {"className":"live-update","time":"${time}"} -->\n<div class="wp-block-group live-update"><p>${time}</p></div>\n<!-- /wp:group -->\n`
    const body = update('2026-11-26T14:00') + update('2026-11-26T13:00')
    await write('akademia/articles/relacja.html', article('2026-11-26T09:00', '', body))
    const source = sourceOf()
    await source.prepare()
    const changes = watched(source)
    for (const count of [1, 2]) {
      now += DAY / 24
      await until(
        () => changes.length,
        (length) => length >= count,
      )
    }
    expect(changes.map(({ paths }) => paths)).toEqual([
      ['/', '/2026/11/relacja'],
      ['/', '/2026/11/relacja'],
    ])
    expect(new Set(changes.map(({ stamp }) => stamp)).size).toBe(2)
  })
})

test.each([
  ['local time', '2026-11-26T12:30', NOON + 30 * 60_000],
  ['a time with an offset', '2026-11-26T10:30:00Z', NOON - 30 * 60_000],
])('an article with %s to expire is nowhere from then on (SRC-73)', async (_name, expires, after) => {
  await write('akademia/articles/krotki.html', article('2026-11-20T10:00', `expires: ${expires}\n`))
  now = after - 60_000
  const source = sourceOf()
  const seen = async () => {
    const list = (await source.archive(akademia, 'category', 'edukacja', 1)).json as Json
    const { json } = await source.article(akademia, '/2026/11/krotki')
    return [list.posts.some(({ relative_link }) => relative_link === '/2026/11/krotki'), json !== undefined]
  }
  expect(await seen()).toEqual([true, true])
  now = after + 60_000
  expect(await seen()).toEqual([false, false])
  expect(problems).toEqual([])
})

describe('a planned front page (HOME-21)', () => {
  const frontPage = (title: string, fields = '', limit = 1): string =>
    `---\ntitle: ${title}\n${fields}---\n<!-- wp:acf/list-posts {"posts":{"limit":${limit}}} /-->\n`
  const home = (fields: string): Promise<void> => write('akademia/home-wybory.html', frontPage('Wybory', fields))
  const shown = async (source: Source) => {
    const { title, ID, page_slug } = (await source.home(akademia)).json as Record<string, unknown>
    return { title, ID, page_slug }
  }
  const usual = { title: 'Zwykła', ID: 7, page_slug: 'glowna' }
  const planned = { ...usual, title: 'Wybory' }
  beforeEach(() => write('akademia/home.html', frontPage('Zwykła', 'id: 7\nslug: glowna\n')))

  test('shows from its time on, and ends by itself', async () => {
    await home('from: 2026-11-26T18:00\nuntil: 2026-11-26T23:30\n')
    const source = sourceOf()
    for (const [time, expected] of [
      ['17:59:59', usual],
      ['18:00:00', planned],
      ['23:29:59', planned],
      ['23:30:00', usual],
      // The clock was set back.
      ['20:00:00', planned],
      ['12:00:00', usual],
    ] as const) {
      now = Date.parse(`2026-11-26T${time}+01:00`)
      expect([time, await shown(source)]).toEqual([time, expected])
    }
    expect(problems).toEqual([])
  })

  test.each([
    ['summer time begins: 02:30 is skipped', '2027-03-28T02:30', '2027-03-28T01:30:00Z'],
    ['summer time ends: 02:30 is the first one', '2026-10-25T02:30', '2026-10-25T00:30:00Z'],
    ['an offset decides', '2026-10-25T02:30+01:00', '2026-10-25T01:30:00Z'],
    ['UTC, with seconds', '2026-11-26T17:00:20Z', '2026-11-26T17:00:20Z'],
  ])('%s', async (_name, from, instant) => {
    await home(`from: ${from}\n`)
    const source = sourceOf()
    now = Date.parse(instant) - 1
    expect(await shown(source)).toEqual(usual)
    now += 1
    expect(await shown(source)).toEqual(planned)
  })

  test('of several the one that began last, and the usual one again after all', async () => {
    await home('from: 2026-11-26T10:00\nuntil: 2026-11-26T20:00\n')
    await write('akademia/home-alarm.html', frontPage('Alarm', 'from: 2026-11-26T14:00\nuntil: 2026-11-26T15:00\n'))
    const source = sourceOf()
    const titles: unknown[] = []
    for (const hour of [11, 14, 16, 21]) {
      now = Date.parse(`2026-11-26T${hour}:30:00+01:00`)
      titles.push((await shown(source)).title)
    }
    expect(titles).toEqual(['Wybory', 'Alarm', 'Wybory', 'Zwykła'])
  })

  test('lasts through the hour that clocks have twice', async () => {
    await home('from: 2026-10-25T02:45\nuntil: 2026-10-25T02:30+01:00\n')
    now = Date.parse('2026-10-25T01:00:00Z')
    expect(await shown(sourceOf())).toEqual(planned)
    expect(problems).toEqual([])
  })

  test('of two that begin in the hour that clocks have twice the later one, whichever way it is written', async () => {
    await home('from: 2026-10-25T02:45\n')
    await write('akademia/home-alarm.html', frontPage('Alarm', 'from: 2026-10-25T02:30+01:00\n'))
    now = Date.parse('2026-10-25T12:00:00Z')
    expect((await shown(sourceOf())).title).toBe('Alarm')
  })

  test('stands without a usual one, in front of the one that is made of the newest articles', async () => {
    await rm(join(folder, 'akademia/home.html'))
    await home('from: 2026-11-26T18:00\n')
    const source = sourceOf()
    expect((await shown(source)).title).toBe(akademia.title)
    now += DAY
    expect(await shown(source)).toEqual({ title: 'Wybory', ID: 0, page_slug: 'home' })
  })

  test('its begin and its end are reported as changes of the front page, and nothing between them', async () => {
    await home('from: 2026-11-26T18:00\nuntil: 2026-11-26T23:30\n')
    const source = sourceOf()
    await source.prepare()
    const changes = watched(source)
    for (const [time, count] of [
      ['18:00', 1],
      ['20:00', 1],
      ['23:30', 2],
    ] as const) {
      now = Date.parse(`2026-11-26T${time}:00+01:00`)
      await until(
        () => changes.length,
        (length) => length >= count,
      )
      await wait(60)
      expect([time, changes.length]).toEqual([time, count])
    }
    expect(changes.every(({ paths, isPartial }) => paths.includes('/') && isPartial)).toBe(true)
  })

  test.each([
    ['home-wybory.html', 'until: 2026-11-26T20:00\n', /home-wybory\.html: field "from" /],
    ['home-wybory.html', 'from: jutro\n', /"jutro" is on no calendar: write/],
    ['home-wybory.html', 'from: 2026-11-26T20:00\nuntil: 2026-11-26T20:00\n', /"until" is not later than "from"/],
    // Later as a text, and over before it begins.
    ['home-wybory.html', 'from: 2026-12-01T10:00+01:00\nuntil: 2026-12-01T09:00\n', /"until" is not later than "from"/],
    ['home-wybory.html', 'from: 2026-12-01T10:00:30\nuntil: 2026-12-01T10:00\n', /"until" is not later than "from"/],
    ['home-wybory.html', 'from: 2026-12-01T10:00\nuntil: 2026-12-01T08:59:59Z\n', /"until" is not later than "from"/],
    ['home-Wybory.html', 'from: 2026-11-26T20:00\n', /a planned one home-\{name\}\.html/],
    ['home_wybory.html', 'from: 2026-11-26T20:00\n', /a planned one home-\{name\}\.html/],
    ['home.html', 'id: 7\nslug: glowna\nfrom: 2026-11-26T20:00\n', /"from" belongs to a planned front page/],
  ])('%s with %j is named', async (name, fields, message) => {
    await write(`akademia/${name}`, frontPage('Wybory', fields))
    await sourceOf().home(akademia)
    expect(problems.map(String)).toEqual([expect.stringMatching(message)])
  })
})
