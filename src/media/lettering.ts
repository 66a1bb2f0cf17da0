import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Font } from 'opentype.js'
import { BUNDLED_FAMILIES, DEFAULT_FONTS } from '../services/fonts.ts'
import type { FontFace, Service } from '../services/service.ts'

export const DRAWN_FONTS = 'drawn-fonts'
export const DRAWN_WEIGHT = 700

export const UNIT = 1000

/** Outlines need no font of the system. */
export interface Line {
  /** SVG paths have a size of `UNIT`. */
  glyphs: ReadonlyArray<{ path: string; x: number }>
  width: number
}

export interface Lettering {
  /** Nothing of a text that lacks a letter or runs from right to left: a part of a name is another name. */
  drawable(text: string): string
  /** @param whole is set in one family where possible */
  line(text: string, whole?: string): Line
}

type Family = readonly Font[]

/**
 * The first family with all characters wins: headings, text, the program's.
 * @param build its folder
 * @param site its folder; absent: the build has its fonts
 */
export async function readLettering(
  { fonts, fontFaces }: Pick<Service, 'fonts' | 'fontFaces'>,
  { build, site }: { build: string; site?: string },
): Promise<Lettering> {
  const names = [
    ...new Set<string>([
      fonts.headings ?? DEFAULT_FONTS.pl.headings,
      fonts.text ?? DEFAULT_FONTS.pl.text,
      ...BUNDLED_FAMILIES.toReversed(),
    ]),
  ]
  const bundled = await readdir(join(build, DRAWN_FONTS)).catch(() => [])
  const families = await Promise.all(
    names.map(async (name) => {
      const own = drawnFace(fontFaces.filter(({ family }) => family === name))
      const paths = own ? ownPaths(own, build, site) : bundledPaths(name, bundled, build)
      return Promise.all(paths.map(openFont))
    }),
  )
  return letteringOf(families.map((family) => family.filter((font) => font !== undefined)))
}

function bundledPaths(family: string, files: readonly string[], build: string): string[][] {
  const beginning = `${family.toLowerCase().replaceAll(' ', '-')}-`
  const own = files.filter((file) => file.startsWith(beginning))
  // Other scripts' files have Latin letters too.
  const isLatin = (file: string): boolean => file === `${beginning}latin.ttf`
  return [...own.filter(isLatin), ...own.filter((file) => !isLatin(file))].map((file) => [
    join(build, DRAWN_FONTS, file),
  ])
}

function ownPaths({ id, file }: FontFace, build: string, site: string | undefined): string[][] {
  return [[join(build, DRAWN_FONTS, `${id}.ttf`), ...(site === undefined ? [] : [join(site, file)])]]
}

async function openFont(paths: readonly string[]): Promise<Font | undefined> {
  // The library is large.
  const { default: opentype } = await import('opentype.js')
  for (const path of paths) {
    try {
      const file = await readFile(path)
      const { buffer } = new Uint8Array(path.endsWith('.woff2') ? await unpacked(file) : file)
      return opentype.parse(buffer)
    } catch {
      // The letters of another font are better than no image.
    }
  }
  return undefined
}

async function unpacked(file: Buffer): Promise<Uint8Array> {
  const { default: decompress } = await import('wawoff2/decompress.js')
  return decompress(file)
}

const WORD = /[\p{L}\p{N}]/u
/** Blocks of scripts from right to left, without their marks. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

function letteringOf(families: readonly Family[]): Lettering {
  const has = (family: Family, character: string): boolean => fontOf(family, character) !== undefined
  const isKnown = (character: string): boolean => families.some((family) => has(family, character))
  return {
    drawable(text) {
      const characters = [...text.normalize('NFC')]
      if (RIGHT_TO_LEFT.test(text) || characters.some((one) => WORD.test(one) && !isKnown(one))) return ''
      const kept = characters.filter((character) => character === ' ' || isKnown(character))
      return kept.join('').replace(/ {2,}/g, ' ').trim()
    },
    line(text, whole = text) {
      const characters = [...text]
      const family = families.find((one) => [...whole].every((character) => has(one, character)))
      const glyphs: Array<{ path: string; x: number }> = []
      let x = 0
      for (const { font, words } of runsOf(characters, family ? [family] : families)) {
        const shapes = [...words].map((character) => font.charToGlyph(character))
        for (const [index, shape] of shapes.entries()) {
          const next = shapes[index + 1]
          const kerning = next ? font.getKerningValue(shape, next) : 0
          const path = shape.getPath(0, 0, UNIT).toPathData(1)
          if (path !== '') glyphs.push({ path, x })
          x += ((shape.advanceWidth ?? 0) + kerning) / font.unitsPerEm
        }
      }
      return { glyphs, width: x }
    },
  }
}

/** Kerning needs one font. */
function runsOf(characters: readonly string[], families: readonly Family[]): Array<{ font: Font; words: string }> {
  const runs: Array<{ font: Font; words: string }> = []
  for (const character of characters) {
    const last = runs.at(-1)
    const font = families.map((family) => fontOf(family, character)).find((one) => one !== undefined)
    if (!font) continue
    const isSame = last !== undefined && (last.font === font || (character === ' ' && hasGlyph(last.font, character)))
    if (isSame) last.words += character
    else runs.push({ font, words: character })
  }
  return runs
}

function fontOf(family: Family, character: string): Font | undefined {
  return family.find((font) => hasGlyph(font, character))
}

function hasGlyph(font: Font, character: string): boolean {
  return font.charToGlyphIndex(character) !== 0
}

/** Takes the face that is nearest to the drawing's weight. */
function drawnFace(faces: readonly FontFace[]): FontFace | undefined {
  const distance = ({ weight, style }: FontFace): number => {
    const [from = 400, to = from] = weight.split(' ').map(Number)
    const off = Math.max(from - DRAWN_WEIGHT, DRAWN_WEIGHT - to, 0)
    return off + (style === 'italic' ? 1000 : 0)
  }
  return [...faces].sort((a, b) => distance(a) - distance(b))[0]
}
