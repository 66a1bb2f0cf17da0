import { beginningOfText, graphemes } from '../content/graphemes.ts'
import type { ShareDrawing, ShareShape } from '../services/share-image.ts'
import { type Lettering, type Line, UNIT } from './lettering.ts'
import { loadSharp } from './load-sharp.ts'

/** Of the shorter side. */
const MARGIN = 0.12
const ICON = 0.2
const GAP = 0.06
const ABOVE = 0.055
/** Parts of the shorter side; the first that fits wins. */
const TITLE_SIZES = [0.2, 0.17, 0.145, 0.125, 0.105, 0.09, 0.075, 0.062]
const LINE_HEIGHT = 1.12
/** Of the letters' size. */
const CAP_HEIGHT = 0.7
/** Characters. */
const MAX_TITLE = 160
const MAX_LINES = 4
const ELLIPSIS = '…'
const JPEG_QUALITY = 82

/** The service has no image of its own (HEAD-29). */
export async function drawShareImage(drawing: ShareDrawing, shape: ShareShape, lettering: Lettering): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(Buffer.from(shareSvg(drawing, shape, lettering)))
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
}

/** @throws {Error} of the decoder */
export async function cutShareImage(file: Buffer, { width, height }: ShareShape, paper: string): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(file)
    .rotate()
    .resize({ width, height })
    .flatten({ background: paper })
    .jpeg({ quality: JPEG_QUALITY, mozjpeg: true })
    .toBuffer()
}

/** Text is outlines, never markup. */
export function shareSvg(drawing: ShareDrawing, { width, height }: ShareShape, lettering: Lettering): string {
  const side = Math.min(width, height)
  const room = width - 2 * MARGIN * side
  const title = titleLines(shortened(lettering.drawable(drawing.title)), { room, side, lettering })
  const above = drawing.above === undefined ? '' : lettering.drawable(drawing.above)
  const aboveLine = above === '' ? undefined : fitted(lettering.line(above), ABOVE * side, room)
  const hasText = title.lines.length > 0
  const iconSide = (hasText ? ICON : 2 * ICON) * side
  const rows = [
    { height: iconSide, gap: 0 },
    ...(aboveLine ? [{ height: aboveLine.size * CAP_HEIGHT, gap: GAP * side }] : []),
    ...title.lines.map((_line, index) => ({
      height: title.size * CAP_HEIGHT,
      gap: index === 0 ? GAP * side : title.size * (LINE_HEIGHT - CAP_HEIGHT),
    })),
  ]
  const total = rows.reduce((sum, row) => sum + row.height + row.gap, 0)
  let y = (height - total) / 2 + iconSide
  const parts = [iconAt(drawing, (width - iconSide) / 2, y - iconSide, iconSide)]
  if (aboveLine) {
    y += GAP * side + aboveLine.size * CAP_HEIGHT
    parts.push(lineAt(aboveLine.line, aboveLine.size, { width, y, opacity: 0.85 }))
  }
  for (const [index, line] of title.lines.entries()) {
    y += title.size * CAP_HEIGHT + (index === 0 ? GAP * side : title.size * (LINE_HEIGHT - CAP_HEIGHT))
    parts.push(lineAt(line, title.size, { width, y, opacity: 1 }))
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${drawing.color}"/><g fill="${drawing.paper}">${parts.join('')}</g></svg>`
}

function iconAt({ icon, hasOwnMark, paper }: ShareDrawing, x: number, y: number, side: number): string {
  const padding = hasOwnMark ? side * 0.14 : 0
  const tile = hasOwnMark
    ? `<rect x="${round(x)}" y="${round(y)}" width="${round(side)}" height="${round(side)}" rx="${round(side * 0.18)}" fill="${paper}"/>`
    : ''
  const inner = round(side - 2 * padding)
  const place = `x="${round(x + padding)}" y="${round(y + padding)}" width="${inner}" height="${inner}"`
  const drawing = icon.replace(/<title>[^<]*<\/title>/, '')
  return `${tile}${drawing.replace('<svg ', `<svg ${place} `)}`
}

function lineAt(
  line: Line,
  size: number,
  { width, y, opacity }: { width: number; y: number; opacity: number },
): string {
  const from = (width - line.width * size) / 2
  const scale = (size / UNIT).toFixed(5)
  const glyphs = line.glyphs.map(
    ({ path, x }) => `<path d="${path}" transform="translate(${round(from + x * size)} ${round(y)}) scale(${scale})"/>`,
  )
  return `<g opacity="${opacity}">${glyphs.join('')}</g>`
}

function fitted(line: Line, size: number, room: number): { line: Line; size: number } {
  return { line, size: Math.min(size, room / Math.max(line.width, 0.01)) }
}

interface Setting {
  room: number
  side: number
  lettering: Lettering
}

function shortened(title: string): string {
  return title.length <= MAX_TITLE ? title : `${beginningOfText(title, MAX_TITLE).trimEnd()}${ELLIPSIS}`
}

function titleLines(title: string, { room, side, lettering }: Setting): { size: number; lines: Line[] } {
  const words = title.split(' ').filter((word) => word !== '')
  const measured = (text: string): Line => lettering.line(text, title)
  for (const part of TITLE_SIZES) {
    const size = part * side
    const lines = wrapped(words, (text) => measured(text).width * size <= room)
    const most = Math.min(MAX_LINES, Math.floor((side * 0.5) / (size * LINE_HEIGHT)))
    if (lines && lines.length <= Math.max(1, most)) return { size, lines: lines.map(measured) }
  }
  const size = (TITLE_SIZES.at(-1) ?? 0.06) * side
  const fits = (text: string): boolean => measured(text).width * size <= room
  const lines = cutLines(words, fits)
  return { size, lines: lines.map(measured) }
}

/** @returns undefined for a word too long */
function wrapped(words: readonly string[], fits: (text: string) => boolean): string[] | undefined {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`
    else if (fits(word)) lines.push(word)
    else return undefined
  }
  return lines
}

/** An ellipsis replaces the rest. */
function cutLines(words: readonly string[], fits: (text: string) => boolean): string[] {
  const lines = wrapped(
    words.flatMap((word) => broken(word, fits)),
    fits,
  )
  if (!lines || lines.length <= MAX_LINES) return lines ?? []
  const kept = lines.slice(0, MAX_LINES)
  const last = charactersOf(kept.pop() ?? '')
  while (last.length > 0 && !fits(`${last.join('')}${ELLIPSIS}`)) last.pop()
  return [...kept, `${last.join('').trimEnd()}${ELLIPSIS}`]
}

function broken(word: string, fits: (text: string) => boolean): string[] {
  const parts: string[] = []
  let part = ''
  for (const character of charactersOf(word)) {
    if (part !== '' && !fits(part + character)) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return part === '' ? parts : [...parts, part]
}

function round(pixels: number): string {
  return String(Math.round(pixels * 100) / 100)
}

function charactersOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}
