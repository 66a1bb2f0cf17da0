import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { backdrop } from './drawing/backdrop.mjs'
import { createDice, hashOf } from './drawing/chance.mjs'
import { compositions } from './drawing/compositions.mjs'
import { BOARD } from './drawing/geometry.mjs'
import { motifOf } from './drawing/motifs.mjs'
import { coloursFor, isService } from './drawing/palette.mjs'
import { PORTRAIT, portraits } from './drawing/portraits.mjs'
import { SMALL, smallKey, windowOf } from './drawing/small.mjs'

const NEWSROOM = dirname(fileURLToPath(import.meta.url))
const IMAGES = join(NEWSROOM, 'images')
/** The largest of the listed widths; the server makes the others of it. Pixels. */
const WIDTH = 1200
const WEBP = { quality: 75, effort: 6, preset: 'photo' }
const OVERSAMPLING = 2
const SOFTNESS = 0.6
const RESIZING = { fit: 'fill', kernel: 'mitchell' }
const REFERENCE = /\/(\d{4})\/(\d{2})\/([a-z0-9-]+)\.webp/g

const filesBelow = async (folder, extensions) => {
  const entries = existsSync(folder) ? await readdir(folder, { recursive: true }) : []
  return entries.filter((entry) => extensions.some((extension) => entry.endsWith(extension))).sort()
}

/** The service that names a picture colours it; a shared page or block never takes a picture from a service. */
const namedPictures = async () => {
  const pictures = new Map()
  for (const file of await filesBelow(NEWSROOM, ['.html', '.yaml'])) {
    const [folder] = file.split(/[\\/]/)
    const text = await readFile(join(NEWSROOM, file), 'utf8')
    for (const [, year, month, name] of text.matchAll(REFERENCE)) {
      const key = `${year}/${month}/${name}.webp`
      if (!pictures.has(key) || (isService(folder) && !isService(pictures.get(key).folder))) {
        pictures.set(key, { key, name, folder })
      }
    }
  }
  return pictures
}

/** What is composed is drawn even before a text names it. */
const allPictures = async () => {
  const small = [...compositions].map(([key, { small }]) => ({ key: smallKey(key), small }))
  const keys = [...compositions.keys(), ...portraits.keys()].map((key) => ({ key }))
  const composed = [...keys, ...small].map((picture) => [picture.key, picture])
  return [...new Map([...(await namedPictures()), ...composed]).values()]
}

const motifDrawing = ({ name, folder }) => {
  const dice = createDice(hashOf(name))
  const colours = coloursFor(folder, dice)
  return { board: BOARD, content: backdrop(colours, dice) + motifOf(name)(colours, dice) }
}

const drawingOf = (picture) => {
  if (picture.small) return { board: BOARD, content: picture.small() }
  const [portrait, composed] = [portraits.get(picture.key), compositions.get(picture.key)]
  if (portrait) return { board: PORTRAIT, content: portrait() }
  return composed ? { board: BOARD, content: composed.content() } : motifDrawing(picture)
}

const svgOf = ({ board: { width, height }, content }) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>`

const fileOf = (key) => join(IMAGES, key)

const isDrawn = ({ key }) => existsSync(fileOf(key))

/** Drawn at twice the largest width and reduced with a soft kernel: edges without ringing take fewer bytes. */
const rasterise = (svg) =>
  sharp(Buffer.from(svg), { density: 72 * OVERSAMPLING })
    .removeAlpha()
    .png()
    .toBuffer()

const oversampled = ({ left, top, width, height }) => ({
  left: left * OVERSAMPLING,
  top: top * OVERSAMPLING,
  width: width * OVERSAMPLING,
  height: height * OVERSAMPLING,
})

/** The whole drawing, or of a small one the part with most on it. */
const shownPart = async (picture, svg, { board }) => {
  const raster = sharp(await rasterise(svg))
  if (picture.small) return raster.extract(oversampled(await windowOf(svg))).resize(SMALL.width, SMALL.height, RESIZING)
  const width = Math.min(WIDTH, board.width)
  return raster.resize(width, Math.round((width * board.height) / board.width), RESIZING)
}

const draw = async (picture) => {
  const drawing = drawingOf(picture)
  const file = fileOf(picture.key)
  const reduced = (await shownPart(picture, svgOf(drawing), drawing)).blur(SOFTNESS)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, await reduced.webp(WEBP).toBuffer())
}

/** Pictures that no text names any more and nobody has composed. */
const prune = async (pictures) => {
  const named = new Set(pictures.map(({ key }) => key))
  const orphans = (await filesBelow(IMAGES, ['.webp'])).filter((file) => !named.has(file.replaceAll('\\', '/')))
  for (const file of orphans) await rm(join(IMAGES, file))
  return orphans.length
}

/** Options begin with a dash; any other word draws again what has it in its path. */
const options = new Set(process.argv.slice(2).filter((word) => word.startsWith('-')))
const again = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const pictures = await allPictures()
const isDue = (picture) =>
  options.has('--force') || !isDrawn(picture) || again.some((word) => picture.key.includes(word))
const due = pictures.filter(isDue)
for (const picture of due) {
  await draw(picture)
}
const removed = options.has('--prune') ? await prune(pictures) : 0
console.log(`drew ${due.length}, kept ${pictures.length - due.length}, removed ${removed}`)
