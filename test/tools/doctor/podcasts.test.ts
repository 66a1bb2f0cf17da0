import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { readSite } from '../../../src/site/read-site.ts'
import { SiteError } from '../../../src/site/site.ts'
import { podcastChecks } from '../../../tools/doctor/checks/podcasts.ts'
import type { Finding } from '../../../tools/doctor/run-checks.ts'
import { ROOT } from '../../support/root.ts'
import { startWordPress, type WordPressServer } from '../../support/wordpress-server.ts'

let folder: string
let portal: WordPressServer
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-podcasts-'))
  await cp(join(ROOT, 'sites/szpalta'), folder, { recursive: true })
  portal = await startWordPress()
  portal.on('/api/feed/podcast', { body: '<rss><channel><item></item></channel></rss>' })
})
afterEach(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const service = async () => {
  const podcast = 'list: series/rozmowy, cover: /okladka.jpg, category: News, explicit: false, author: Redakcja'
  await appendFile(join(folder, 'services/akademia.yaml'), `podcasts: [{ ${podcast} }]\n`)
  const { akademia } = (await readSite(folder)).services
  if (!akademia) throw new Error('no such service')
  return akademia
}
const finding = async (): Promise<Finding | undefined> => {
  const [check] = podcastChecks(await service(), async () => ({ origin: portal.url, publicOrigins: new Set() }))
  return check?.run()
}
const image = (width: number, height = width) => sharp({ create: { width, height, channels: 3, background: '#146' } })
const serve = async (body: Buffer) => portal.on('/okladka.jpg', { body })

test('a podcast with an episode and a cover that directories accept is good (POD-9)', async () => {
  await serve(await image(1400).jpeg().toBuffer())
  expect(await finding()).toEqual({ state: 'good', says: 'The podcast series/rozmowy has a cover and 1 episode.' })
  expect(portal.calls.map(({ query }) => query.get('series'))).toContain('rozmowy')
})

test.each([
  ['has 1200 by 1200 pixels', () => image(1200).jpeg().toBuffer()],
  ['has 3200 by 3200 pixels', () => image(3200).jpeg().toBuffer()],
  ['has 2000 by 1400 pixels', () => image(2000, 1400).jpeg().toBuffer()],
  ['is a PNG under another name', () => image(1400).png().toBuffer()],
  ['is in the format webp', () => image(1400).webp().toBuffer()],
  ['is no image', async () => Buffer.from('<html>')],
  ['has the colours cmyk', () => image(1400).toColourspace('cmyk').jpeg().toBuffer()],
])('a cover that directories refuse is named: it %s (POD-9)', async (says, draw) => {
  await serve(await draw())
  expect(await finding()).toMatchObject({
    state: 'weak',
    says: `The cover of series/rozmowy, /okladka.jpg, ${says}.`,
    fix: expect.stringContaining('1400 to 3000 pixels'),
  })
})

test('a cover that is missing is named (POD-9)', async () => {
  portal.on('/okladka.jpg', { status: 404 })
  expect(await finding()).toMatchObject({ state: 'weak', says: expect.stringContaining('answers HTTP 404') })
})

test.each([
  ['has no episode', { body: '<rss><channel></channel></rss>' }],
  ['answers HTTP 404', { status: 404 }],
])('a feed that %s is named (POD-9)', async (says, reply) => {
  portal.on('/api/feed/podcast', reply)
  expect(await finding()).toMatchObject({ state: 'weak', says: expect.stringContaining(says) })
})

test('a serial podcast that is no series has no numbers, and the site is refused (POD-3)', async () => {
  const podcast = 'list: tag/rozmowy, cover: /a.jpg, category: News, explicit: false, author: Redakcja, type: serial'
  await appendFile(join(folder, 'services/akademia.yaml'), `podcasts: [{ ${podcast} }]\n`)
  const error = await readSite(folder).catch((one: unknown) => one)
  expect(error).toBeInstanceOf(SiteError)
  expect(String(error)).toContain('serial episodes have numbers')
})
