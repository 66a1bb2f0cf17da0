import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { HOSTILE_IMAGES, type HostileImage } from '../support/hostile-images.ts'
import { PRESS_PHOTOS } from '../support/press-photos.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'

/** COST-72. */
const MAX_MORE_BYTES = 100 * 1024 * 1024
/** On a busy machine. Milliseconds. */
const MAX_TIME = 6000
const MAX_PAGE_TIME = 1500
const WARNING = 40
const SMALL_IMAGE = '/media/2026/11/multisig-dwa-z-trzech-klucz.webp'

let folder: string
let portal: PortalProcess
const nameOf = ({ what }: Pick<HostileImage, 'what'>) => what.replaceAll(' ', '-')
const pathOf = (imageFile: Pick<HostileImage, 'what'>, query = 'w=1200') =>
  `/media/2026/12/${nameOf(imageFile)}.webp?${query}`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsroom-'))
  await cp(join(ROOT, 'newsroom'), folder, { recursive: true })
  await mkdir(join(folder, 'images/2026/12'), { recursive: true })
  for (const imageFile of HOSTILE_IMAGES) {
    const file = join(folder, 'images/2026/12', `${nameOf(imageFile)}.${imageFile.extension}`)
    await writeFile(file, await imageFile.make())
  }
  portal = await startProcess({ NEWSROOM_DIR: folder, MEDIA_MEMORY_MB: '64' })
  await portal.ready()
  // Memory for pages and for the image library is not counted.
  for (let times = 0; times < 300; times++) await portal.status('/')
  expect(await portal.status(`${SMALL_IMAGE}?w=306`)).toBe(200)
})

const figures: string[] = []

afterAll(async () => {
  if (process.env.PRINT_FIGURES) process.stdout.write(`${figures.join('\n')}\n`)
  await portal.stop()
  await rm(folder, { recursive: true, force: true })
})

test.each(HOSTILE_IMAGES)('$what: $status within 100 MB and soon (COST-70 to COST-72)', async (imageFile) => {
  await portal.forgetPeak()
  const before = await portal.memory()
  // For clients with AVIF that is encoded too, after the response.
  const { status, ms } = await portal.ask(pathOf(imageFile), { headers: { accept: 'image/avif,*/*' } })
  await wait(status === 200 ? 1500 : 50)
  const more = (await portal.memory()).peak - before.resident
  figures.push(
    `${imageFile.what.padEnd(34)} ${status} ${(more / 1024 / 1024).toFixed(0).padStart(4)} MB ${ms.toFixed(0)} ms`,
  )
  expect(status).toBe(imageFile.status)
  expect(more).toBeLessThan(MAX_MORE_BYTES)
  expect(ms).toBeLessThan(MAX_TIME)
})

test('all of them at once take no more than one, and pages are served meanwhile (COST-73)', async () => {
  await portal.forgetPeak()
  const before = await portal.memory()
  const requests = HOSTILE_IMAGES.flatMap((imageFile) =>
    ['w=1180', 'w=700', 'w=1200&h=1200'].map((query) => portal.ask(pathOf(imageFile, query))),
  )
  let isDone = false
  const all = Promise.all(requests).finally(() => {
    isDone = true
  })
  const times: number[] = []
  while (!isDone) {
    times.push((await portal.ask('/')).ms)
    await wait(20)
  }
  const statuses = (await all).map(({ status }) => status)
  const more = (await portal.memory()).peak - before.resident
  figures.push(
    `all at once: ${(more / 1024 / 1024).toFixed(0)} MB above ${(before.resident / 1024 / 1024).toFixed(0)}, ${times.length} pages meanwhile`,
  )
  expect(new Set(statuses)).toEqual(new Set([200, 404]))
  expect(more).toBeLessThan(MAX_MORE_BYTES)
  expect(Math.max(...times)).toBeLessThan(MAX_PAGE_TIME)
})

test('a refused file is logged once, with the reason, and not tried again (COST-72)', async () => {
  const [bad] = HOSTILE_IMAGES.filter(({ what }) => what === 'png cut short')
  if (!bad) throw new Error('no such picture')
  const times = []
  for (const width of [306, 360, 414, 690]) times.push((await portal.ask(pathOf(bad, `w=${width}`))).ms)
  expect(Math.max(...times)).toBeLessThan(500)
  const lines = portal.lines().filter(({ file }) => String(file).includes(nameOf(bad)))
  expect(lines).toMatchObject([{ level: WARNING, msg: 'a picture is not shown', reason: expect.any(String) }])
})

describe('usual press photos, with the settings of a container of 512 MB (COST-72)', () => {
  /** Of the whole process, with its caches and the image library. */
  const CONTAINER = 512 * 1024 * 1024
  let press: PortalProcess

  beforeAll(async () => {
    for (const photo of PRESS_PHOTOS) {
      await writeFile(join(folder, 'images/2026/12', `${nameOf(photo)}.${photo.extension}`), await photo.make())
    }
    press = await startProcess({ NEWSROOM_DIR: folder, MEDIA_MEMORY_MB: '128', PAGE_CACHE_MB: '64' })
    await press.ready()
    for (let times = 0; times < 50; times++) await press.status('/')
  })
  afterAll(() => press?.stop())

  test('are shown, upright and in colours of screens, one after another and all at once', async () => {
    for (const photo of PRESS_PHOTOS) {
      await press.forgetPeak()
      const { port } = press
      const response = await fetch(`http://127.0.0.1:${port}${pathOf(photo)}`, {
        headers: { accept: 'image/avif,*/*' },
      })
      const refusals = press.lines().filter(({ msg }) => msg === 'a picture is not shown')
      expect([photo.what, response.status, refusals]).toEqual([photo.what, 200, []])
      const { width = 0, height = 1, space } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      const { peak } = await press.memory()
      figures.push(`${photo.what.padEnd(50)} ${response.status} peak of the process ${megabytes(peak)} MB`)
      expect([(width / height).toFixed(2), space]).toEqual([photo.ratio.toFixed(2), 'srgb'])
      expect(peak).toBeLessThan(CONTAINER)
    }
    await press.forgetPeak()
    const all = PRESS_PHOTOS.flatMap((photo) =>
      ['w=1180', 'w=700', 'w=306'].map((query) => press.status(pathOf(photo, query))),
    )
    // On a busy machine not all have their turn within 10 s (COST-73).
    const others = (await Promise.all(all)).filter((status) => status !== 200 && status !== 503)
    expect(others).toEqual([])
    const { peak } = await press.memory()
    figures.push(`all at once, in three sizes each: peak of the process ${megabytes(peak)} MB`)
    expect(peak).toBeLessThan(CONTAINER)
  })
})

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}
