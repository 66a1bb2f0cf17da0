import { existsSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { plainLine } from '../../../src/content/plain-line.ts'
import { DIRECTIVES } from '../../../src/sources/embedded/markdown/directives.ts'
import { blocksFromMarkdown } from '../../../src/sources/embedded/markdown/markdown.ts'
import { objections } from '../../support/axe.ts'
import { startBrowser, type TestBrowser } from '../../support/browser.ts'
import { editorOf, type RunningDesk, startDesk } from '../../support/desk.ts'
import { type PortalProcess, startProcess } from '../../support/process.ts'
import { until } from '../../support/until.ts'

jest.setTimeout(300_000)

let desk: RunningDesk
/** The portal as readers have it, with the same newsroom. */
let portal: PortalProcess
let browser: TestBrowser
let page: Page
let editor: ReturnType<typeof editorOf>
const foreign: string[] = []
const problems: string[] = []

beforeAll(async () => {
  desk = await startDesk(['--git'])
  portal = await startProcess({ NEWSROOM_DIR: join(desk.folder, 'newsroom'), SUBSCRIBERS_FILE: '/dev/null/none' })
  await portal.ready()
  browser = await startBrowser((url) => ['localhost', '127.0.0.1'].includes(url.hostname), foreign)
  const first = await browser.context.newPage()
  await editorOf(first, desk.url).signIn()
  await first.close()
})
/** A page that has unsaved changes asks before it is left. */
beforeEach(async () => {
  page = await browser.context.newPage()
  page.setDefaultTimeout(15_000)
  await page.setViewportSize({ width: 1280, height: 1600 })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`)
  })
  editor = editorOf(page, desk.url)
})
afterEach(async () => {
  if (process.env.SCREENSHOTS)
    await page.screenshot({
      path: join(process.env.SCREENSHOTS, `${expect.getState().currentTestName?.slice(0, 30)}.png`),
    })
  await page.close({ runBeforeUnload: false })
})
afterAll(async () => {
  await browser?.close()
  await portal?.stop()
  await desk?.stop()
})

const fileOf = (slug: string): string => join(desk.folder, 'newsroom/akademia/articles', `${slug}.md`)
const shown = async (path: string): Promise<{ status: number; text: string }> => {
  const response = await fetch(desk.url + path)
  return { status: response.status, text: await response.text() }
}

const image = async (name: string, colour: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1200, height: 800, channels: 3, background: colour } })
    .jpeg()
    .toBuffer(),
})

/** The month of a path is the one in which the article is written. */
const pathOf = (slug: string): string => {
  const [, month] = /^date: (\d{4}-\d{2})/m.exec(readFileSync(fileOf(slug), 'utf8')) ?? []
  return `/${month?.replace('-', '/')}/${slug}`
}
const lastCommit = (): string => desk.git('log', '-1', '--format=%s', '--name-only')

test('its page is for nobody but editors: not stored, not indexed, framed by none, in no map (DESK-1)', async () => {
  const { status, headers } = await fetch(`${desk.url}/desk`)
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toMatch(/script-src 'self' 'unsafe-eval';/)
  for (const path of ['/', '/sitemap.xml', '/api/feed/feed-gn']) expect((await shown(path)).text).not.toContain('/desk')
  expect((await shown('/desk/nie-ma.js')).status).toBe(404)
  // The editor's server serves no other page of this machine.
  const { editor: config } = JSON.parse((await shown('/desk/config.json')).text) as {
    editor: { backend: { proxy_url: string } }
  }
  const answer = await fetch(config.backend.proxy_url, { method: 'OPTIONS', headers: { origin: 'http://localhost:1' } })
  expect(answer.headers.get('access-control-allow-origin')).toBe(desk.url)
})

test('an article with an image, a table, a gallery and a video is written, and is on the page a moment later (DESK-3)', async () => {
  await editor.open('akademia-articles/new')
  await editor.field('Tytuł').first().fill('Żółta łódź na Wiśle')
  await editor.field('Lead').fill('Pierwszy tekst, który napisano w edytorze.')
  await editor.chooseImage(
    page.getByRole('button', { name: 'Wybierz zdjęcie' }).first(),
    await image('lodz.jpg', '#cc9900'),
  )
  await editor.field('Co widać na zdjęciu').first().fill('Żółta łódź przy brzegu')
  await editor.write('Zaczęło się **zwyczajnie**.')
  await editor.add('Tabela')
  await editor.field('Tabela').last().fill('Rok\tŁodzie\n2024\t12\n2025\t19')
  await editor.add('Film lub wpis z adresu')
  await editor.field('Adres$').last().fill('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  await editor.add('Galeria')
  for (const [index, [name, colour]] of [
    ['rano.jpg', '#336699'],
    ['noc.jpg', '#112233'],
  ].entries()) {
    await page.getByRole('button', { name: /Dodaj zdjęcia/ }).click()
    await editor.chooseImage(
      page.getByRole('button', { name: 'Wybierz zdjęcie' }).last(),
      await image(name ?? '', colour ?? ''),
    )
    await editor
      .field('Co widać na zdjęciu')
      .last()
      .fill(`Widok ${index + 1}`)
  }
  await editor.choose('Autorzy', 'Ida Korczyk')
  await editor.choose('Kategoria', 'Edukacja')
  await editor.choose('Tagi', 'Bitcoin')
  await editor.save()

  const slug = 'zolta-lodz-na-wisle'
  const text = await readFile(fileOf(slug), 'utf8')
  expect(text).toMatch(
    /^---\ntitle: Żółta łódź na Wiśle\nlead: .+\ndate: \d{4}-\d\d-\d\dT\d\d:\d\d\nauthor: ida-korczyk\ncategory: edukacja\ntags: \[ ?bitcoin ?\]\nimage: \{ src: zdjecia\/lodz\.jpg, alt: Żółta łódź przy brzegu \}\n---\n/,
  )
  expect(text).toContain('| Rok | Łodzie |\n| --- | --- |\n| 2024 | 12 |\n| 2025 | 19 |')
  expect(text).toContain('::embed{url="https://www.youtube.com/watch?v=dQw4w9WgXcQ"}')
  expect(text).toContain(':::gallery\n![Widok 1](zdjecia/rano.jpg)\n![Widok 2](zdjecia/noc.jpg)\n:::')
  expect(lastCommit()).toContain(`newsroom/akademia/articles/${slug}.md`)
  expect(desk.git('status', '--porcelain')).toBe('')

  const path = pathOf(slug)
  const savedAt = performance.now()
  const { text: markup } = await until(
    () => shown(path),
    ({ status }) => status === 200,
  )
  process.stdout.write(
    `  ${Math.round(performance.now() - savedAt)} ms from the saved file to its page in development\n`,
  )
  const reader = await browser.context.newPage()
  await reader.goto(`${desk.url}${path}`)
  expect(await reader.locator('h1').first().innerText()).toBe('Żółta łódź na Wiśle')
  expect(await reader.locator('table td').allInnerTexts()).toEqual(['12', '19'])
  expect(await reader.getByRole('img', { name: /Widok [12]/ }).count()).toBe(2)
  expect(markup).toContain('dQw4w9WgXcQ')
  const lead = reader.getByRole('img', { name: 'Żółta łódź przy brzegu' }).first()
  await until(
    () => lead.evaluate((img: HTMLImageElement) => img.naturalWidth),
    (width) => width > 0,
  )
  await reader.close()
  // Readers have it within ten seconds, as any file of the newsroom.
  await until(
    () => portal.status(path),
    (status) => status === 200,
  )
})

test('it is corrected, and then withdrawn: readers have it no more (DESK-3)', async () => {
  const slug = 'zolta-lodz-na-wisle'
  const path = pathOf(slug)
  const before = await readFile(fileOf(slug), 'utf8')
  await editor.open(`akademia-articles/entries/${slug}`)
  await editor.field('Tytuł').first().fill('Żółta łódź na Odrze')
  await editor.save()
  expect(await readFile(fileOf(slug), 'utf8')).toBe(before.replace('na Wiśle', 'na Odrze'))
  await until(
    async () => (await shown(path)).text,
    (text) => plainLine(text).includes('<h1') && plainLine(text).includes('na Odrze'),
  )

  await editor.open(`akademia-articles/entries/${slug}`)
  await page.locator('[role=switch][id^=draft-field]').click()
  await editor.save()
  expect(await readFile(fileOf(slug), 'utf8')).toContain('\ndraft: true\n')
  await until(
    () => portal.status(path),
    (status) => status === 404,
  )
  const { text } = await shown(path)
  expect(text).toContain('Szkic')
})

test('one is planned: it is nowhere for readers, and marked where it is written (DESK-3)', async () => {
  await editor.open('akademia-articles/new')
  await editor.field('Tytuł').first().fill('Za rok o tej porze')
  await editor.write('Tekst na później.')
  await editor.field('Data publikacji').first().fill('2031-05-06T07:08')
  await editor.save()
  expect(await readFile(fileOf('za-rok-o-tej-porze'), 'utf8')).toContain('\ndate: 2031-05-06T07:08\n')
  const path = '/2031/05/za-rok-o-tej-porze'
  const { text } = await until(
    () => shown(path),
    ({ status }) => status === 200,
  )
  expect(text).toContain('Zaplanowany')
  expect(await portal.status(path)).toBe(404)
})

test('a live coverage with three updates is written in the form of each (DESK-3)', async () => {
  await editor.open('akademia-articles/new')
  await editor.field('Tytuł').first().fill('Relacja z brzegu')
  for (const [index, words] of ['Pierwszy wpis', 'Drugi wpis', 'Trzeci wpis'].entries()) {
    await editor.add('Wpis relacji')
    await editor.field('Czas wpisu').last().fill(`2026-11-2${index}T10:0${index}`)
    await editor.field('Treść \\(Markdown\\)').last().fill(`## ${words}\n\nCo się stało.`)
  }
  await editor.save()
  const text = await readFile(fileOf('relacja-z-brzegu'), 'utf8')
  expect(text).toContain(':::live{time=2026-11-20T10:00}\n## Pierwszy wpis\n\nCo się stało.\n:::')
  const { text: markup } = await until(
    () => shown(pathOf('relacja-z-brzegu')),
    ({ status }) => status === 200,
  )
  for (const words of ['Pierwszy', 'Drugi', 'Trzeci']) expect(plainLine(markup)).toContain(`${words} wpis`)
  expect(markup.match(/<time[^>]+datetime="2026-11-2\dT/gi)?.length).toBeGreaterThanOrEqual(3)
})

test('a text in rich text keeps every directive, table and footnote when a word of it changes (DESK-4)', async () => {
  const examples = Object.values(DIRECTIVES).map(({ example }) => example)
  const body = `Pierwszy akapit z **mocnym** słowem, [odnośnikiem](/o-nas) i przypisem[^1].\n\n## Śródtytuł\n\n- punkt\n- drugi\n\n${examples.join('\n\n')}\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\n![Opis](zdjecia/rano.jpg "Podpis")\n\nhttps://www.youtube.com/watch?v=abcdefghijk\n\n[^1]: Przypis.\n\nKoniec.\n`
  const front = '---\ntitle: Wszystko naraz\ndate: 2026-11-28T10:00\ndraft: true\n---\n'
  const slug = 'wszystko-naraz'
  await writeFile(fileOf(slug), front + body)
  const media = join(desk.folder, 'newsroom/images/zdjecia')
  for (const name of ['pierwsze', 'drugie', 'kadr', 'zdjecie', 'rano'])
    await writeFile(join(media, `${name}.jpg`), (await image('', '#445566')).buffer)
  desk.git('add', '--all')
  desk.git('commit', '--quiet', '--message', 'Everything')
  await editor.open(`akademia-articles/entries/${slug}`)
  await page.locator('[data-slate-editor=true]').first().getByText('Koniec.').click()
  await page.keyboard.type('Naprawdę')
  await editor.save()
  const after = await readFile(fileOf(slug), 'utf8')
  expect(after.startsWith(front)).toBe(true)
  // Anchors of footnotes are made of the whole text.
  const blocks = (text: string): string[] =>
    blocksFromMarkdown(text)
      .replace(/n[A-Za-z0-9]{6}-/g, '')
      .replace('Naprawdę', '')
      .split(/(?=<!-- wp:)/)
      .map((block) => block.replaceAll(/\s+/g, ' ').trim())
  expect(after).toContain('Naprawdę')
  expect(blocks(after.slice(front.length))).toEqual(blocks(body))
})

test('what is not saved yet is shown on the portal’s own page next to the form, and nowhere else (DESK-6)', async () => {
  const before = desk.git('rev-parse', 'HEAD')
  await editor.open('akademia-articles/new')
  await editor.field('Tytuł').first().fill('Jeszcze nie zapisany')
  await editor.field('Lead').fill('Widać go tylko w edytorze.')
  await editor.chooseImage(
    page.getByRole('button', { name: 'Wybierz zdjęcie' }).first(),
    await image('jutro.jpg', '#33aa55'),
  )
  await editor.field('Co widać na zdjęciu').first().fill('Zielono')
  await editor.write('Akapit z podglądem.')
  const preview = editor.preview()
  await until(
    async () => plainLine(await preview.locator('h1').first().innerText()),
    (text) => text === 'Jeszcze nie zapisany',
  )
  await until(
    async () => plainLine(await preview.locator('.article-body').first().innerText()),
    (text) => text.includes('Akapit z'),
  )
  const fontOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).fontFamily)
  const published = await browser.context.newPage()
  await published.goto(`${desk.url}${pathOf('relacja-z-brzegu')}`)
  expect(await fontOf(preview.locator('h1').first())).toBe(await fontOf(published.locator('h1').first()))
  await published.close()
  // The image, too, is in the editor alone.
  const lead = preview.getByRole('img', { name: 'Zielono' }).first()
  await until(
    () => lead.evaluate((img: HTMLImageElement) => img.naturalWidth),
    (width) => width === 1200,
  )
  // Nothing runs in it, and a link would lead away from the text.
  const frame = page.frameLocator('#preview-pane').locator('iframe')
  expect(await frame.getAttribute('sandbox')).toBe('allow-same-origin')
  expect(await preview.locator('script').count()).toBe(0)
  expect(await preview.locator('header a').count()).toBeGreaterThan(0)
  expect(await preview.locator('a[href]:not([href^="#"]):not([inert])').count()).toBe(0)

  await editor.field('Tytuł').first().press('ControlOrMeta+a')
  await page.keyboard.type('Inny tytuł')
  await until(
    async () => plainLine(await preview.locator('h1').first().innerText()),
    (text) => text === 'Inny tytuł',
  )
  // What cannot be read is said where it is written.
  await editor.field('Data publikacji').first().fill('pojutrze')
  await page.frameLocator('#preview-pane').getByRole('status').getByText('date').waitFor()
  expect(desk.git('rev-parse', 'HEAD')).toBe(before)
  expect(desk.git('status', '--porcelain')).toBe('')
})

test('an article is deleted: its page is gone, and lists, neighbours, feeds and maps follow (DESK-3)', async () => {
  const slug = 'relacja-z-brzegu'
  const path = pathOf(slug)
  const month = path.slice(1, 8).replace('/', '-')
  const places = ['/', '/api/feed/rss', `/sitemap.xml`, '/kategoria/najnowsze', '/api/feed/feed-gn']
  const names = async (): Promise<string[]> => {
    const all = await Promise.all(places.map(async (place) => ({ place, text: (await portal.ask(place)).text })))
    return all.flatMap(({ place, text }) => (text.includes(slug) ? [place] : []))
  }
  await until(
    () => portal.status(path),
    (status) => status === 200,
  )
  await until(names, (all) => all.includes('/api/feed/rss'))
  const neighbour = (await portal.ask(path)).text.match(/<a[^>]+href="(\/20\d\d\/\d\d\/[^"#?]+)"/)?.[1] ?? '/'

  await editor.open(`akademia-articles/entries/${slug}`)
  await editor.remove()
  expect(existsSync(fileOf(slug))).toBe(false)
  expect(desk.git('log', '-1', '--format=%s', '--name-status')).toContain(`D\tnewsroom/akademia/articles/${slug}.md`)
  await until(
    () => portal.status(path),
    (status) => status === 404,
  )
  await until(names, (all) => all.length === 0)
  expect((await portal.ask(neighbour)).text).not.toContain(slug)
  expect((await portal.ask(`/sitemap/${month}.xml`)).text).not.toContain(slug)
  expect((await shown(path)).status).toBe(404)
})

test('a front page is shown next to its blocks before it is saved (DESK-6)', async () => {
  await editor.open('akademia-home/entries/home')
  const preview = editor.preview()
  await preview.getByRole('heading', { level: 2 }).first().waitFor()
  expect(await preview.locator('h1, h2').count()).toBeGreaterThan(2)
  const before = await preview.locator('.page.home').innerHTML()
  expect(before).toContain('/2026/')
})

test('a front page keeps what nobody changed', async () => {
  const file = join(desk.folder, 'newsroom/akademia/home.html')
  const before = await readFile(file, 'utf8')
  await editor.open('akademia-home/entries/home')
  await editor.field('Tytuł').first().fill('Akademia: po kolei')
  await editor.save()
  const after = await readFile(file, 'utf8')
  expect(after).toBe(before.replace(/^title: .*$/m, 'title: "Akademia: po kolei"'))
})

/** The editor's own, of which nothing here is the cause (docs/desk.md). */
const FAULTS_OF_THE_EDITOR = [
  'aria-input-field-name',
  'aria-required-attr',
  'button-name',
  'color-contrast',
  'nested-interactive',
  'region',
]

test('axe finds nothing but the editor’s own faults, and the form is reached by keyboard', async () => {
  await editor.open('akademia-articles/new')
  const faults = (await objections(page)).map(({ id }) => id)
  await editor.field('Tytuł').first().focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/^lead-field/)
  expect(faults.filter((fault) => !FAULTS_OF_THE_EDITOR.includes(fault))).toEqual([])
})

test('nothing is called but this machine, and the rules of the page are kept', () => {
  expect(foreign).toEqual([])
  if (problems.length > 0) console.log(desk.output)
  expect(problems).toEqual([])
})
