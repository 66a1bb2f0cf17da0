import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import sharp, { type Sharp } from 'sharp'
import { ROOT } from '../support/root.ts'

const IMAGES = join(ROOT, 'newsroom/images')
const SERVICES = ['akademia', 'autoblog', 'bizblog', 'plus', 'post', 'rozrywka']
const LANGUAGES = ['isometric', 'lined', 'plotted', 'textured', 'typographic']
const MAX_FILE_BYTES = 40_000
const MAX_BYTES = 3_000_000
/** Of 255, the mean over a coarse image: more than compression does, less than another drawing. */
const MAX_DIFFERENCE = 8

interface Composed {
  service: string
  language: string
  content(): string
}

const drawing = (name: string) => import(pathToFileURL(join(ROOT, 'newsroom/drawing', name)).href)

let composed: Map<string, Composed>
let portraits: Map<string, () => string>
beforeAll(async () => {
  const table: { compositions: Map<string, Composed> } = await drawing('compositions.mjs')
  const faces: { portraits: Map<string, () => string> } = await drawing('portraits.mjs')
  composed = table.compositions
  portraits = faces.portraits
})

test('each service has images in every visual language (IMG-28)', () => {
  const languagesOf = (service: string) =>
    [
      ...new Set([...composed.values()].filter((image) => image.service === service).map(({ language }) => language)),
    ].sort()
  expect(SERVICES.map((service) => [service, languagesOf(service)])).toEqual(
    SERVICES.map((service) => [service, LANGUAGES]),
  )
})

test('a composed image is always the same and has no coordinate without a value (IMG-28)', () => {
  const broken = [...composed].filter(([, image]) => {
    const content = image.content()
    return content !== image.content() || /NaN|undefined|Infinity/.test(content)
  })
  expect(broken.map(([key]) => key)).toEqual([])
})

test('every composed image lies in the folder, in its size and small (IMG-28, IMG-29)', async () => {
  const measured = await Promise.all(
    [...composed.keys(), ...portraits.keys()].map(async (key) => {
      const file = join(IMAGES, key)
      const { width, height } = await sharp(file).metadata()
      const { size } = await stat(file)
      const expected = portraits.has(key) ? '600x600' : '1200x600'
      return `${width}x${height}` === expected && size <= MAX_FILE_BYTES
        ? []
        : [`${key}: ${width}x${height}, ${size} bytes`]
    }),
  )
  expect(measured.flat()).toEqual([])
})

test('what lies in the folder is what its composition says (IMG-28)', async () => {
  const coarse = (image: Sharp) => image.resize(60, 30).removeAlpha().raw().toBuffer()
  const differing: string[] = []
  for (const [key, { content }] of composed) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 600" width="1200" height="600">${content()}</svg>`
    const [fresh, kept] = [await coarse(sharp(Buffer.from(svg))), await coarse(sharp(join(IMAGES, key)))]
    const difference = fresh.reduce((sum, value, index) => sum + Math.abs(value - (kept[index] ?? 0)), 0) / fresh.length
    if (difference > MAX_DIFFERENCE) differing.push(`${key}: ${difference}`)
  }
  expect(differing).toEqual([])
})

test('all images together are at most 3 MB (IMG-29)', async () => {
  const files = (await readdir(IMAGES, { recursive: true })).filter((name) => name.endsWith('.webp'))
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(IMAGES, name))).size))
  expect(sizes.length).toBeGreaterThan(100)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES)
})

test('every author has a portrait (IMG-28)', async () => {
  const authors = (await readdir(join(ROOT, 'newsroom/authors'))).map((file) => file.replace('.yaml', ''))
  expect([...portraits.keys()].sort()).toEqual(authors.map((author) => `2026/01/${author}-portret.webp`).sort())
})

describe('the command', () => {
  let folder: string
  let newsroom: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'drawn-images-'))
    newsroom = join(folder, 'newsroom')
    await mkdir(join(newsroom, 'post/articles'), { recursive: true })
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await cp(join(ROOT, 'newsroom/draw-images.mjs'), join(newsroom, 'draw-images.mjs'))
    await cp(join(ROOT, 'newsroom/drawing'), join(newsroom, 'drawing'), { recursive: true })
    for (const key of [...composed.keys(), ...portraits.keys()]) {
      await mkdir(dirname(join(newsroom, 'images', key)), { recursive: true })
      await cp(join(IMAGES, key), join(newsroom, 'images', key))
    }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const draw = async (...options: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(newsroom, 'draw-images.mjs'), ...options])
    return stdout.trim()
  }
  const image = (key: string) => join(newsroom, 'images', key)

  test('draws what an article names and what is composed, and removes only what is neither (IMG-28, IMG-29)', async () => {
    const one = [...composed.keys()].find((key) => key.includes('reg'))
    if (one === undefined) throw new Error('nothing to draw again')
    const before = await readFile(image(one))
    await rm(image(one))
    await writeFile(image('2026/03/nikt-nie-wymienia-fale.webp'), before)
    await writeFile(
      join(newsroom, 'post/articles/a.html'),
      '---\nimage: { src: /2026/03/wymieniony-fale.webp, alt: "" }\n---\n',
    )
    const kept = composed.size + portraits.size - 1
    expect(await draw('--prune')).toBe(`drew 2, kept ${kept}, removed 1`)
    expect((await sharp(image(one)).metadata()).width).toBe(1200)
    expect((await sharp(image('2026/03/wymieniony-fale.webp')).metadata()).width).toBe(1200)
    expect(await draw('--prune')).toBe(`drew 0, kept ${kept + 2}, removed 0`)
  })
})
