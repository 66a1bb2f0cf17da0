import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { clip, type GiphyServer, giphyItem, startGiphy, VIDEO } from '../support/giphy-server.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { ROOT } from '../support/root.ts'
import { type OpenOptions, type Site, startSite } from '../support/site.ts'
import { until } from '../support/until.ts'

const FIXTURES = join(ROOT, 'test/support/fixtures/hub')
const ARTICLE = '/wp-json/bb/v2/post/2026/03/trzy-pytania-o-portfel'
const KEY = 'tajnyKluczGiphy'
/** Before the controls hide, and after (GIF-11: 4 s). Milliseconds. */
const STILL_SHOWN = 3000
const HIDDEN = 4600

let hub: HubServer
let giphy: GiphyServer
let site: Site
const wire = async () => JSON.parse(await readFile(join(FIXTURES, `${ARTICLE}.json`), 'utf8')) as { blocks: unknown[] }

const portalVariables = () => ({
  CONTENT: 'hub',
  CMS_URL: hub.url,
  PAGE_CACHE: 'off',
  GIPHY_API_KEY: KEY,
  GIPHY_API_URL: giphy.url,
})

beforeAll(async () => {
  giphy = await startGiphy()
  hub = await startHub(FIXTURES)
  site = await startSite(portalVariables())
  giphy.on('/film.mp4', clip())
})
afterAll(async () => {
  await site.close()
  await hub.close()
  await giphy.close()
})

/** An item of a size and a video. */
function item(id: string, original: object = {}): void {
  giphy.on(`/v1/gifs/${id}?`, giphyItem({ original: { mp4: `${giphy.url}/film.mp4?${id}`, ...original } }, id))
}

let articles = 0

/** An article that consists of these blocks. */
async function article(...blocks: object[]): Promise<string> {
  articles += 1
  const path = `/2026/03/film-${articles}`
  const json = { ...(await wire()), ID: String(9000 + articles), relative_link: path, blocks }
  hub.misbehave(`/wp-json/bb/v2/post${path}`, { body: JSON.stringify(json) })
  return path
}

const gif = (id: string) => ({
  blockName: 'acf/giphy',
  attrs: { data: { id_gifa: id } },
  innerHTML: '',
  innerBlocks: [],
})
const spacer = { blockName: 'core/spacer', attrs: { height: '900px' }, innerHTML: '', innerBlocks: [] }

interface Observations {
  events: Array<{ action: string; percent: number; id: string; event: string }>
  failures: Array<{ code: number; message: string; id: string }>
  logged: string[]
}

/** Opens an article and records the events of its player. */
async function open(
  path: string,
  { prepare, ...options }: OpenOptions = {},
): Promise<{ page: Page; observations: Observations }> {
  const observations: Observations = { events: [], failures: [], logged: [] }
  const page = await site.open(path, {
    ...options,
    prepare: async (page) => {
      await page.route(`${giphy.url}/**`, (route) => route.continue())
      await page.exposeFunction(
        'recordEvent',
        (kind: 'events' | 'failures', detail: never) => void observations[kind].push(detail),
      )
      await page.addInitScript(() => {
        const { recordEvent } = window as unknown as { recordEvent(kind: string, detail: unknown): void }
        addEventListener('szpalta:video', (event) => recordEvent('events', (event as CustomEvent).detail))
        addEventListener('szpalta:video-error', (event) => recordEvent('failures', (event as CustomEvent).detail))
      })
      page.on('console', (message) => message.type() === 'error' && observations.logged.push(message.text()))
      await prepare?.(page)
    },
  })
  return { page, observations }
}

/** Resolves once the video plays. Evaluating in the page would count as user activation, which allows sound. */
async function playing({ events }: Observations): Promise<void> {
  while (!events.some(({ action }) => action === 'START')) await new Promise((resolve) => setTimeout(resolve, 50))
}

const stateOf = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => ({
    isPaused: video.paused,
    isMuted: video.muted,
    volume: video.volume,
    time: video.currentTime,
    hasControls: video.controls,
    loops: video.loop,
  }))
const opacity = (page: Page) =>
  page.locator('.player-controls').evaluate((element) => getComputedStyle(element).opacity)
/** The page's timers run as usual, and can be put forward. */
const withClock = (page: Page) => page.clock.install()
/** Longer than the controls take to fade. Milliseconds. */
const FADED = 600
const untilHidden = (page: Page) =>
  until(
    () => opacity(page),
    (value) => value === '0',
  )
const button = (page: Page, name: string) => page.locator('.player').getByRole('button', { name, exact: true })

describe('the document', () => {
  test("has a video of its own size with the browser's controls, and loads nothing of it without scripts", async () => {
    item('dokument1', { width: '480', height: '270' })
    const path = await article(gif('dokument1'))
    const page = await site.open(path, { context: { javaScriptEnabled: false } })
    const video = page.locator('.article-body video')
    expect(await video.getAttribute('src')).toBe(`${giphy.url}/film.mp4?dokument1`)
    for (const name of ['controls', 'loop', 'playsinline']) expect(await video.getAttribute(name)).not.toBeNull()
    expect(await video.getAttribute('preload')).toBe('none')
    expect(await video.getAttribute('aria-label')).toBe('Treść z serwisu Giphy')
    expect(await video.getAttribute('poster')).toBeNull()
    expect(await page.locator('.player').boundingBox()).toMatchObject({ width: 480, height: 270 })
    expect(await page.locator('.player-controls').isVisible()).toBe(false)
    expect(await page.getByRole('link', { name: 'Otwórz w serwisie Giphy' }).getAttribute('href')).toBe(
      'https://giphy.com/gifs/dokument1',
    )
    expect(giphy.countOf('/film.mp4?dokument1')).toBe(0)
    await page.close()
  })

  test('never contains the key: no page, log line or AMP document does (GIF-1)', async () => {
    item('sekret1')
    const path = await article(gif('sekret1'), gif('zepsuty1'))
    const page = await site.portal.get(path)
    const amp = await site.portal.get(`/wp-json/amp/v2/post${path}`)
    expect([page.status, amp.status]).toEqual([200, 200])
    expect(giphy.calls.filter((call) => call.includes(`sekret1?api_key=${KEY}`))).toHaveLength(1)
    expect(`${page.text}${JSON.stringify(page.headers)}${amp.text}`).not.toContain(KEY)
    expect(site.portal.logs.some(({ call }) => call === 'GET /v1/gifs/zepsuty1')).toBe(true)
    expect(JSON.stringify(site.portal.logs)).not.toContain(KEY)
  })

  test('keeps the click to load and the link of an item that fails, and the other items', async () => {
    item('caly12')
    const { text } = await site.portal.get(await article(gif('brak12'), gif('caly12')))
    expect(text.match(/<video/g)).toHaveLength(1)
    expect(text).toContain('data-embed="https://giphy.com/embed/brak12"')
    expect(text).toContain('href="https://giphy.com/gifs/brak12"')
  })

  test('is not loaded, and its videos are links, without a key', async () => {
    const keyless = await startSite({ CONTENT: 'hub', CMS_URL: hub.url, GIPHY_API_URL: giphy.url })
    const calls = giphy.calls.length
    const { text } = await keyless.portal.get(await article(gif('bezklucza1')))
    expect(text).toContain('href="https://giphy.com/gifs/bezklucza1"')
    expect(text).not.toContain('<video')
    expect(giphy.calls).toHaveLength(calls)
    await keyless.close()
  })
})

describe('autoplay', () => {
  test('is blocked with sound, so the video is muted, plays and loops (GIF-11)', async () => {
    item('auto12')
    const { page, observations } = await open(await article(gif('auto12')))
    await playing(observations)
    expect(await stateOf(page)).toMatchObject({
      isPaused: false,
      isMuted: true,
      volume: 0.7,
      hasControls: false,
      loops: true,
    })
    const times: number[] = []
    for (let looks = 0; looks < 14; looks++) {
      times.push((await stateOf(page)).time)
      await page.waitForTimeout(200)
    }
    expect(times.some((time, index) => time < (times[index - 1] ?? 0))).toBe(true)
    expect((await stateOf(page)).isPaused).toBe(false)
    await page.close()
  })

  test('has sound at 0.7 after an earlier interaction with the page, and starts when the video is near (GIF-11, VIDEO-4)', async () => {
    item('dzwiek1')
    const { page, observations } = await open(await article(spacer, spacer, spacer, gif('dzwiek1')))
    expect(await stateOf(page)).toMatchObject({ isPaused: true, hasControls: true })
    expect(giphy.countOf('/film.mp4?dzwiek1')).toBe(0)
    await page.mouse.click(5, 300)
    await page.locator('.player').scrollIntoViewIfNeeded()
    await playing(observations)
    expect(await stateOf(page)).toMatchObject({ isPaused: false, isMuted: false, volume: 0.7 })
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await page.waitForFunction(() => document.querySelector('video')?.paused)
    await page.locator('.player').scrollIntoViewIfNeeded()
    await page.waitForFunction(() => !document.querySelector('video')?.paused)
    await page.close()
  })

  test('is off for a reader who wants no motion; the video plays on request (A11Y-6)', async () => {
    item('spokoj1')
    const { page, observations } = await open(await article(gif('spokoj1')), {
      context: { reducedMotion: 'reduce' },
    })
    await button(page, 'Odtwórz').waitFor()
    await page.waitForTimeout(700)
    expect(await stateOf(page)).toMatchObject({ isPaused: true })
    expect(giphy.countOf('/film.mp4?spokoj1')).toBe(0)
    await button(page, 'Odtwórz').click()
    await playing(observations)
    expect(await stateOf(page)).toMatchObject({ isPaused: false, isMuted: false })
    await page.close()
  })

  test('works in an article that was appended later', async () => {
    item('dalej1')
    const { page, observations } = await open(await article(gif('dalej1')))
    await playing(observations)
    await page.evaluate(() => {
      const figure = document.querySelector('figure:has(.player)')
      const copy = figure?.cloneNode(true) as HTMLElement
      copy.querySelector('video')?.setAttribute('controls', '')
      figure?.after(copy)
      dispatchEvent(new CustomEvent('szpalta:view', { detail: { path: '/x', kind: 'scroll' } }))
    })
    await page.waitForFunction(() =>
      [...document.querySelectorAll('video')].every((video) => !video.paused && !video.controls),
    )
    await page.close()
  })
})

test('waits for consent in consent mode: nothing of a video is loaded before (VIDEO-4)', async () => {
  item('zgoda1')
  const waiting = await startSite({ ...portalVariables(), CONSENT_MODE: 'cmp' })
  const path = await article(gif('zgoda1'))
  const page = await waiting.open(path, {
    prepare: (page) => page.route(`${giphy.url}/**`, (route) => route.continue()),
  })
  await page.waitForFunction(() => !document.querySelector('video')?.controls)
  await page.waitForTimeout(1000)
  expect(await stateOf(page)).toMatchObject({ isPaused: true, hasControls: false })
  expect(giphy.countOf('/film.mp4?zgoda1')).toBe(0)
  const detail = { consent: true, comments: false, audience: false }
  await page.evaluate((detail) => dispatchEvent(new CustomEvent('szpalta:consent', { detail })), detail)
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0)
  expect(giphy.countOf('/film.mp4?zgoda1')).toBeGreaterThan(0)
  await page.close()
  await waiting.close()
})

describe('controls', () => {
  test('hide after 4 s while the video plays, reappear with the pointer, and stay while it is paused (VIDEO-2)', async () => {
    item('znika1')
    const { page, observations } = await open(await article(gif('znika1')), { prepare: withClock })
    await playing(observations)
    await page.clock.fastForward(STILL_SHOWN)
    expect(await opacity(page)).toBe('1')
    await page.clock.fastForward(HIDDEN - STILL_SHOWN)
    await untilHidden(page)
    await page.locator('video').hover()
    await page.waitForTimeout(300)
    expect(await opacity(page)).toBe('1')
    await page.locator('video').click()
    expect(await stateOf(page)).toMatchObject({ isPaused: true })
    await page.clock.fastForward(HIDDEN)
    await page.waitForTimeout(FADED)
    expect(await opacity(page)).toBe('1')
    await page.close()
  })

  test('work by keyboard, have labels, and stay while they have the focus', async () => {
    item('klawisz1')
    const { page, observations } = await open(await article(gif('klawisz1')), { prepare: withClock })
    await playing(observations)
    const pause = button(page, 'Wstrzymaj')
    await pause.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    expect(await pause.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
    await page.clock.fastForward(HIDDEN)
    await page.waitForTimeout(FADED)
    expect(await opacity(page)).toBe('1')
    await page.keyboard.press('Space')
    expect(await stateOf(page)).toMatchObject({ isPaused: true })
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => !document.querySelector('video')?.paused)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await button(page, 'Wycisz').evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await stateOf(page)).toMatchObject({ isMuted: false, volume: 0.7 })
    await page.keyboard.press('Tab')
    const volume = page.locator('.player').getByRole('slider', { name: 'Głośność' })
    expect(await volume.inputValue()).toBe('0.7')
    await page.keyboard.press('ArrowLeft')
    expect((await stateOf(page)).volume).toBeCloseTo(0.6)
    await page.keyboard.press('Home')
    expect(await stateOf(page)).toMatchObject({ isMuted: true })
    await button(page, 'Włącz dźwięk').waitFor()
    await page.close()
  })

  test('reappear on the first tap on the video, which does not pause it', async () => {
    item('dotyk1')
    const { page, observations } = await open(await article(gif('dotyk1')), {
      width: 360,
      context: { hasTouch: true },
      prepare: withClock,
    })
    await playing(observations)
    await page.clock.fastForward(HIDDEN)
    await untilHidden(page)
    await page.locator('video').tap({ position: { x: 40, y: 40 } })
    await page.waitForTimeout(300)
    expect(await opacity(page)).toBe('1')
    expect(await stateOf(page)).toMatchObject({ isPaused: false })
    await page.locator('video').tap({ position: { x: 40, y: 40 } })
    expect(await stateOf(page)).toMatchObject({ isPaused: true })
    await page.close()
  })

  test.each([
    [480, 5, 41],
    [300, 5, 41],
    [299, 4, 33],
    [200, 4, 33],
    [199, 3, 33],
  ])('of a player %i high have a progress bar of %i, and buttons of %i', async (height, bar, size) => {
    const id = `wysoki${height}`
    item(id, { width: 400, height })
    const { page, observations } = await open(await article(gif(id)))
    await playing(observations)
    const heightOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => element.getBoundingClientRect().height)
    expect(await heightOf('.player')).toBe(height)
    expect(await heightOf('.player-progress')).toBe(bar)
    expect(await heightOf('.player svg >> visible=true')).toBe(25)
    expect(await heightOf('.player button')).toBe(size)
    await page.close()
  })

  test('are as wide as the item, like the video: 300 by default, never wider than the column, without a layout shift (GIF-3)', async () => {
    item('szeroki1', { width: 5000, height: 2000 })
    item('szeroki2', { width: 1200, height: 600 })
    const path = await article(gif('szeroki1'), gif('szeroki2'))
    const plain = await site.open(path, { width: 360, context: { javaScriptEnabled: false } })
    const { page, observations } = await open(path, { width: 360 })
    await playing(observations)
    const boxes = async (of: Page) =>
      Promise.all((await of.locator('.player').all()).map((player) => player.boundingBox()))
    // Above the text there are buttons that need the script.
    const belowFirst = async (of: Page) => {
      const all = await boxes(of)
      return all.map((box) => box && { ...box, y: box.y - (all[0]?.y ?? 0) })
    }
    expect(await belowFirst(page)).toEqual(await belowFirst(plain))
    expect((await boxes(page)).map((box) => box?.width)).toEqual([300, 328])
    expect((await boxes(page))[1]?.height).toBe(164)
    await plain.close()
    await page.close()
  })
})

test('have a growing progress bar; start and quartiles are reported once, however often the video loops (GIF-12, GIF-11)', async () => {
  item('miara1')
  const { page, observations } = await open(await article(gif('miara1')))
  await playing(observations)
  const widths: number[] = []
  for (let looks = 0; looks < 40; looks++) {
    widths.push(
      await page.locator('.player-progress span').evaluate((bar: HTMLElement) => Number.parseFloat(bar.style.width)),
    )
    await page.waitForTimeout(120)
  }
  expect(Math.max(...widths)).toBeGreaterThan(90)
  expect(Math.min(...widths)).toBeLessThan(20)
  const event = { event: 'video', id: 'miara1' }
  expect(observations.events).toEqual([
    { ...event, action: 'START', percent: 0 },
    { ...event, action: 'QUARTILE', percent: 25 },
    { ...event, action: 'QUARTILE', percent: 50 },
    { ...event, action: 'QUARTILE', percent: 75 },
  ])
  await page.close()
})

describe('a video that does not play', () => {
  const wrong = (type: string) => `Can not play a video of type "${type}" on this platform.`

  async function failed(path: string) {
    const { page, observations } = await open(path)
    await page.getByText('Nie udało się odtworzyć filmu.').waitFor()
    expect(await page.locator('.player-controls').isVisible()).toBe(false)
    expect(await page.getByRole('link', { name: 'Otwórz w serwisie Giphy' }).isVisible()).toBe(true)
    await page.waitForTimeout(100)
    await page.close()
    return observations
  }

  test('because of its type is not loaded: error 4, named by its extension (GIF-13)', async () => {
    giphy.on('/v1/gifs/format1?', giphyItem({ original: { mp4: `${giphy.url}/film.AVI?x=.mp4` } }))
    const { failures, logged, events } = await failed(await article(gif('format1')))
    expect(failures).toEqual([{ code: 4, message: wrong('avi'), id: 'format1' }])
    expect(logged).toContainEqual(expect.stringContaining(wrong('avi')))
    expect(giphy.countOf('/film.AVI')).toBe(0)
    expect(events).toEqual([])
  })

  test.each<[string, Parameters<GiphyServer['on']>[1], number, string]>([
    ['it is missing', (_request, response) => void response.writeHead(404).end(), 4, wrong('mp4')],
    ['it is not a video', clip(Buffer.from('<html>')), 4, wrong('mp4')],
    ['it is damaged', clip(damaged()), 3, 'Decode Error'],
  ])('because %s is logged and reported with its code', async (name, reply, code, message) => {
    const id = `awaria${name.length}`
    giphy.on(`/film.mp4?${id}`, reply)
    item(id)
    const { failures, logged } = await failed(await article(gif(id)))
    expect(failures).toEqual([{ code, message, id }])
    expect(logged).toContainEqual(expect.stringContaining(message))
  })
})

/** A video whose frames are noise. */
function damaged(): Buffer {
  const bytes = Buffer.from(VIDEO)
  const images = bytes.indexOf('mdat') + 4
  for (let at = images; at < bytes.length; at++) bytes[at] = (at * 151) % 256
  return bytes
}

test('the chunk of the player is loaded only where there is a video', async () => {
  item('paczka1')
  const scriptsOf = async (path: string) => {
    const names = new Set<string>()
    const { page } = await open(path, {
      prepare: async (page) =>
        page.on(
          'request',
          (request) => request.resourceType() === 'script' && names.add(new URL(request.url()).pathname),
        ),
    })
    await page.waitForLoadState('networkidle')
    await page.close()
    return [...names]
  }
  const plain = await scriptsOf(await article(spacer))
  const withVideo = await scriptsOf(await article(gif('paczka1')))
  const more = withVideo.filter((name) => !plain.includes(name))
  expect(more.map((name) => /^\/assets\/([a-z]+)-/.exec(name)?.[1])).toEqual(['player'])
  const size = gzipSync((await site.portal.get(more.at(-1) ?? '', { 'accept-encoding': 'identity' })).text).length
  console.info(`player: ${size} bytes of gzip`)
  expect(size).toBeLessThan(1900)
})

test('no script of the portal failed', () => {
  expect(site.errors).toEqual([])
})
