import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { type PortalProcess, startProcess } from '../../support/process.ts'
import { ROOT } from '../../support/root.ts'

let folder: string
let portal: PortalProcess

/** The shipped site with images for one service and one category, and another name: no build has made its images. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shared-site-'))
  await cp(join(ROOT, 'sites/szpalta'), folder, { recursive: true })
  const image = (background: string) => sharp({ create: { width: 1600, height: 1600, channels: 4, background } })
  await writeFile(join(folder, 'share.png'), await image('#ff000080').png().toBuffer())
  await writeFile(join(folder, 'edukacja.webp'), await image('#00ff00').webp().toBuffer())
  const file = join(folder, 'services/akademia.yaml')
  const text = await readFile(file, 'utf8')
  await writeFile(file, `${text}\nshare:\n  image: share.png\n  categories:\n    edukacja: edukacja.webp\n`)
  const plus = join(folder, 'services/plus.yaml')
  await writeFile(plus, (await readFile(plus, 'utf8')).replace(/^title: .*$/m, 'title: Żółw'))
  portal = await startProcess({ SITE_DIR: folder })
  await portal.ready()
})
afterAll(async () => {
  await portal?.stop()
  await rm(folder, { recursive: true })
})

const imageOf = async (path: string, host: string): Promise<{ path: string; alt: string }> => {
  const { text } = await portal.ask(path, { headers: { host } })
  const meta = (name: string): string => new RegExp(`property="${name}" content="([^"]*)"`).exec(text)?.[1] ?? ''
  return { path: new URL(meta('og:image')).pathname, alt: meta('og:image:alt') }
}
const bytes = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${portal.port}${path}`)
  return { response, body: Buffer.from(await response.arrayBuffer()) }
}

test('a file of the folder stands for the service, another one for its category (HEAD-30)', async () => {
  const home = await imageOf('/', 'akademia.localhost')
  const category = await imageOf('/kategoria/edukacja', 'akademia.localhost')
  const tag = await imageOf('/tag/bitcoin', 'akademia.localhost')
  expect(home.path).toMatch(/^\/assets\/share-[0-9a-f]{12}-1200x630\.jpg$/)
  expect(tag.path).toBe(home.path)
  expect(category.path).not.toBe(home.path)
  expect([home.alt, category.alt]).toEqual(['Szpalta Akademia krypto', 'Edukacja: kryptowaluty od podstaw'])
  for (const { path } of [home, category]) {
    const { response, body } = await bytes(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await sharp(body).metadata()).toMatchObject({ width: 1200, height: 630, hasAlpha: false })
  }
})

test('an image that no build has made is drawn when it is requested, at once for many (HEAD-29)', async () => {
  const { path, alt } = await imageOf('/', 'plus.localhost')
  expect([path.slice(0, 19), alt]).toEqual(['/assets/share-plus-', 'Szpalta Żółw'])
  const all = await Promise.all(Array.from({ length: 10 }, () => bytes(path)))
  expect(new Set(all.map(({ response }) => response.status))).toEqual(new Set([200]))
  expect(new Set(all.map(({ body }) => body.toString('base64'))).size).toBe(1)
  expect(await sharp(all[0]?.body).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
})

test('any other name, size or service is 404 (HEAD-29)', async () => {
  const { path } = await imageOf('/', 'plus.localhost')
  for (const other of [
    path.replace(/[0-9a-f]{12}/, '000000000000'),
    path.replace('1200x630', '1200x631'),
    path.replace('share-plus', 'share-nikt'),
    '/assets/share-..%2f..%2fpackage.json',
  ]) {
    expect([other, (await bytes(other)).response.status]).toEqual([other, 404])
  }
})
