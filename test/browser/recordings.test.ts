import { rm } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { objections } from '../support/axe.ts'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { recordShifts, shiftsOf } from '../support/layout-shift.ts'
import { reportViolations } from '../support/policy-violations.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { LENGTH, RECORDED, recordedSite } from '../support/recorded-article.ts'
import { until } from '../support/until.ts'

let folder: string
let portal: PortalProcess
let browser: TestBrowser
const errors: string[] = []
beforeAll(async () => {
  const site = await recordedSite()
  folder = site.folder
  portal = await startProcess(site.variables, { preload: 'encoded-once.mjs' })
  await portal.ready()
  browser = await startBrowser(({ port }) => port === String(portal.port))
})
afterAll(async () => {
  await browser.close()
  await portal.stop()
  await rm(folder, { recursive: true })
})

async function open(width = 1280): Promise<Page> {
  const page = await browser.context.newPage()
  await page.setViewportSize({ width, height: 800 })
  page.on('pageerror', ({ message }) => errors.push(message))
  await reportViolations(page, (violation) => errors.push(violation))
  await recordShifts(page)
  const origin = `http://127.0.0.1:${portal.port}`
  // A new reader.
  await page.goto(`${origin}/robots.txt`)
  await page.evaluate(() => localStorage.clear())
  await page.goto(origin + RECORDED)
  await started(page)
  return page
}
/** The script has come to both recordings: they have their keys. */
const started = (page: Page) =>
  page.waitForFunction(() => document.querySelectorAll('[aria-keyshortcuts]').length === 2)
const stateOf = (page: Page, element: 'audio' | 'video') =>
  page.locator(element).evaluate((media: HTMLMediaElement) => ({ at: media.currentTime, paused: media.paused }))
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('positions'))
const currentChapter = (page: Page) => page.locator('.chapters [aria-current]').allTextContents()

test('without a script, chapters are links into the file and the transcript opens (AUDIO-1, AUDIO-2, AUDIO-3)', async () => {
  const { text } = await portal.ask(RECORDED)
  expect(text).toContain(
    '<a href="/nagrania/rozmowa.wav#t=20" data-at="20"><time dateTime="PT20S">0:20</time> Portfele',
  )
  expect(text).toMatch(/<details class="transcript"><summary>Transkrypcja<\/summary>.*zaczynamy rozmowę/s)
  expect(text).toMatch(
    /<details class="transcript" data-timed="\/nagrania\/film\.vtt".*?<a href="\/nagrania\/film\.vtt"/s,
  )
})

test('a chapter plays from its time and is marked, without a layout shift; one recording plays at a time (AUDIO-1, AUDIO-4)', async () => {
  const page = await open(360)
  const [, second] = await page.locator('.chapters a').all()
  await second?.click()
  await until(
    () => stateOf(page, 'audio'),
    ({ at, paused }) => at >= 20 && !paused,
  )
  expect(page.url()).toMatch(new RegExp(`${RECORDED}$`))
  expect(await currentChapter(page)).toEqual([expect.stringContaining('Portfele')])

  await page.locator('video').evaluate((video: HTMLVideoElement) => video.play())
  await until(
    () => stateOf(page, 'audio'),
    ({ paused }) => paused,
  )
  expect((await stateOf(page, 'video')).paused).toBe(false)
  // The browser's own controls, which no selector reaches, have as much room before as after.
  const shifts = (await shiftsOf(page)).filter(({ what }) => what.some((one) => !one.startsWith('undefined')))
  expect(shifts).toEqual([])
  await page.close()
})

test('a button changes the speed, and says which it is (AUDIO-9)', async () => {
  const page = await open()
  const button = page.getByRole('button', { name: /^Szybkość odtwarzania/ }).first()
  const rate = () =>
    page
      .locator('audio')
      .first()
      .evaluate((audio: HTMLAudioElement) => audio.playbackRate)
  for (const [speed, shown] of [
    [1.25, '1,25×'],
    [1.5, '1,5×'],
    [2, '2×'],
    [0.75, '0,75×'],
    [1, '1×'],
  ] as const) {
    await button.click()
    expect(await rate()).toBe(speed)
    await until(
      () => button.getAttribute('aria-label'),
      (label) => label === `Szybkość odtwarzania: ${shown}`,
    )
  }
  await page.close()
})

test('keys play, jump and change the chapter while the focus is in the recording (AUDIO-7)', async () => {
  const page = await open()
  const press = (key: string) => page.locator('audio').press(key)
  await press('n')
  await until(
    () => stateOf(page, 'audio'),
    ({ at, paused }) => at >= 20 && at < 30 && !paused,
  )
  await press('k')
  await until(
    () => stateOf(page, 'audio'),
    ({ paused }) => paused,
  )
  await press('l')
  const { at } = await stateOf(page, 'audio')
  expect(at).toBeGreaterThanOrEqual(30)
  await press('j')
  expect((await stateOf(page, 'audio')).at).toBeCloseTo(at - 10, 3)
  await press('Control+l')
  expect((await stateOf(page, 'audio')).at).toBeCloseTo(at - 10, 3)
  await press('p')
  await until(
    () => stateOf(page, 'audio'),
    ({ at: now, paused }) => now < 10 && !paused,
  )
  await page.close()
})

test('a recording goes on where it was stopped; of many the last 50 are known, and none at its end (AUDIO-4)', async () => {
  const page = await open()
  const source = `http://127.0.0.1:${portal.port}/nagrania/rozmowa.wav`
  const others = Array.from({ length: 60 }, (_, n) => [`https://a.test/${n}.mp3`, 30])
  await page.evaluate((entries) => localStorage.setItem('positions', JSON.stringify(entries)), [...others, ['x', 'y']])
  await page.locator('.chapters a').last().click()
  await until(
    () => stateOf(page, 'audio'),
    ({ at, paused }) => at >= 40 && !paused,
  )
  await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.pause())
  await until(
    () => stored(page),
    (positions) => positions === JSON.stringify([...others.slice(-49), [source, 40]]),
  )
  await page.reload()
  await started(page)
  await until(
    () => stateOf(page, 'audio'),
    ({ at, paused }) => at === 40 && paused,
  )
  await page.locator('audio').evaluate((audio: HTMLAudioElement, end) => {
    audio.currentTime = end
    return audio.play()
  }, LENGTH - 1)
  await until(
    () => stored(page),
    (positions) => positions === JSON.stringify(others.slice(-49)),
  )
  await page.close()
})

test('the system shows what plays, and its controls change the chapter (AUDIO-6)', async () => {
  const page = await open()
  await page.locator('audio').press('k')
  const shown = () =>
    page.evaluate(() => {
      const { metadata } = navigator.mediaSession
      return [metadata?.title, metadata?.artist, metadata?.album, metadata?.artwork.length]
    })
  const metadata = await until(shown, ([title]) => title !== undefined)
  expect(metadata).toEqual(['Rozmowa o portfelach', 'Szpalta Akademia krypto', 'Odcinek próbny', 1])
  await page.close()
})

test('a transcript in a file is read when it is opened, and its lines seek (AUDIO-2)', async () => {
  const page = await open(360)
  const transcript = page.locator('details[data-timed]')
  await transcript.locator('summary').click()
  await until(
    () => transcript.locator('li').allTextContents(),
    (lines) => lines.join('|') === '0:00 Dzień dobry, tu Szpalta.|0:05 Dziś o portfelach.',
  )
  await transcript.locator('a').last().click()
  await until(
    () => stateOf(page, 'video'),
    ({ at, paused }) => at >= 5 && !paused,
  )
  // The lines are no captions on the video.
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.textTracks[0]?.mode)).toBe('hidden')
  await page.close()
})

test.each(['light', 'dark'] as const)('is accessible, %s (A11Y-4)', async (colorScheme) => {
  const page = await open(360)
  await page.emulateMedia({ colorScheme })
  for (const details of await page.locator('.recording details').all()) await details.locator('summary').click()
  await page.locator('.chapters a').nth(1).click()
  await until(
    () => currentChapter(page),
    ({ length }) => length === 1,
  )
  await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.pause())
  const violations = await objections(page, { within: '.recording' })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  expect(errors).toEqual([])
  await page.close()
})
