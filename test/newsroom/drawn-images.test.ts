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
/** Fine patterns differ more where they are small. */
const MAX_SMALL_DIFFERENCE = 11

interface Composed {
  service: string
  language: string
  content(): string
  small(): string
}

const drawing = (name: string) => import(pathToFileURL(join(ROOT, 'newsroom/drawing', name)).href)

const svgOf = (content: string, style = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 600" width="1200" height="600">${style}${content}</svg>`

interface SmallModule {
  smallKey(key: string): string
  windowOf(svg: string): Promise<{ left: number; top: number; width: number; height: number }>
}

let composed: Map<string, Composed>
let small: SmallModule
let portraits: Map<string, () => string>
beforeAll(async () => {
  const table: { compositions: Map<string, Composed> } = await drawing('compositions.mjs')
  const faces: { portraits: Map<string, () => string> } = await drawing('portraits.mjs')
  composed = table.compositions
  small = await drawing('small.mjs')
  portraits = faces.portraits
})

const smallKeys = () => [...composed.keys()].map(small.smallKey)

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
    [...composed.keys(), ...smallKeys(), ...portraits.keys()].map(async (key) => {
      const file = join(IMAGES, key)
      const { width, height } = await sharp(file).metadata()
      const { size } = await stat(file)
      const expected = portraits.has(key) ? '600x600' : composed.has(key) ? '1200x600' : '480x360'
      return `${width}x${height}` === expected && size <= MAX_FILE_BYTES
        ? []
        : [`${key}: ${width}x${height}, ${size} bytes`]
    }),
  )
  expect(measured.flat()).toEqual([])
})

test('what lies in the folder is what its composition says (IMG-28)', async () => {
  const coarse = (image: Sharp, [width, height]: readonly [number, number]) =>
    image.resize(width, height).removeAlpha().raw().toBuffer()
  const differing: string[] = []
  const compare = async (key: string, drawn: Sharp, size: readonly [number, number]) => {
    const [fresh, kept] = [await coarse(drawn, size), await coarse(sharp(join(IMAGES, key)), size)]
    const difference = fresh.reduce((sum, value, index) => sum + Math.abs(value - (kept[index] ?? 0)), 0) / fresh.length
    if (difference > (composed.has(key) ? MAX_DIFFERENCE : MAX_SMALL_DIFFERENCE))
      differing.push(`${key}: ${difference}`)
  }
  for (const [key, image] of composed) {
    await compare(key, sharp(Buffer.from(svgOf(image.content()))), [60, 30])
    const svg = svgOf(image.small())
    const part = await sharp(Buffer.from(svg))
      .extract(await small.windowOf(svg))
      .png()
      .toBuffer()
    await compare(small.smallKey(key), sharp(part), [16, 12])
  }
  expect(differing).toEqual([])
})

/** Pixels of the board. */
interface Box {
  left: number
  right: number
}

const WORD = '<path class="word"'

/** Where each word of a drawing is seen, after all its transformations and windows. */
async function wordsIn(content: string): Promise<Box[]> {
  const count = content.split(WORD).length - 1
  const boxes: Box[] = []
  for (let index = 0; index < count; index++) {
    let at = -1
    const alone = content.replaceAll(WORD, () => {
      at += 1
      return at === index ? '<path class="shown"' : WORD
    })
    const svg = svgOf(alone, '<style>*{visibility:hidden}.shown{visibility:visible}</style>')
    const [width, height] = [600, 300]
    const image = sharp(Buffer.from(svg)).resize(width, height).ensureAlpha().extractChannel(3)
    const alpha = await image.raw().toBuffer()
    const seen = Array.from({ length: width }, (_, x) => x).filter((x) =>
      Array.from({ length: height }, (_, y) => alpha[y * width + x] ?? 0).some((value) => value > 40),
    )
    const [first, last] = [seen[0], seen.at(-1)]
    if (first !== undefined && last !== undefined) boxes.push({ left: first * 2, right: last * 2 + 2 })
  }
  return boxes
}

/** A word is cut where an edge of the crop runs through it. */
const isCut = ({ left, right }: Box, crop: Box) =>
  (left < crop.left && right > crop.left) || (left < crop.right && right > crop.right)

/** The middle of a board of 1200x600 in these proportions. */
const middleOf = (width: number, height: number): Box => {
  const shown = (600 * width) / height
  return { left: 600 - shown / 2, right: 600 + shown / 2 }
}

test('no crop of a card cuts a word, and the small one has none that is not whole (CARD-47, IMG-34)', async () => {
  const cut: string[] = []
  let words = 0
  for (const [key, image] of composed) {
    const boxes = await wordsIn(image.content())
    words += boxes.length
    // A card's image, and that of a mail and of search engines.
    for (const crop of [middleOf(320, 175), middleOf(16, 9)])
      for (const box of boxes) if (isCut(box, crop)) cut.push(`${key}: ${box.left} to ${box.right}`)
    const drawn = image.small()
    const { left, width } = await small.windowOf(svgOf(drawn))
    const inSmall = await wordsIn(drawn)
    expect([key, inSmall.length]).toEqual([key, image.language === 'typographic' ? 1 : 0])
    for (const box of inSmall) if (box.left < left || box.right > left + width) cut.push(`${key}, small`)
  }
  expect(words).toBeGreaterThan(350)
  expect(cut).toEqual([])
}, 120_000)

test('the small form of an image that is no word is the whole one without its words (CARD-47)', () => {
  const plain = [...composed.values()].filter(({ language }) => language !== 'typographic')
  expect(plain.filter((image) => image.content().includes(WORD)).length).toBeGreaterThan(50)
  for (const image of plain) {
    const kept = image.content().replace(/<path class="word"[^>]*\/>/g, '')
    expect(image.small()).toBe(kept)
  }
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
    for (const key of [...composed.keys(), ...smallKeys(), ...portraits.keys()]) {
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
    const kept = 2 * composed.size + portraits.size - 1
    expect(await draw('--prune')).toBe(`drew 2, kept ${kept}, removed 1`)
    expect((await sharp(image(one)).metadata()).width).toBe(1200)
    expect((await sharp(image('2026/03/wymieniony-fale.webp')).metadata()).width).toBe(1200)
    expect(await draw('--prune')).toBe(`drew 0, kept ${kept + 2}, removed 0`)
  })
})
