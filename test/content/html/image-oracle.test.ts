import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { parseImage } from '../../../src/content/html/image-html.ts'
import { parseHtml, serialise } from '../../../src/content/html/tree.ts'
import { HOSTILE } from '../../support/fixtures/hostile.ts'
import { RUNS } from '../../support/property-runs.ts'

/** The reference is a DOM with selectors; the portal itself does this without one. */
const NEWSROOM = join(import.meta.dirname, '../../../newsroom')
const { window } = new JSDOM('')

interface ParsedImage {
  src: string
  alt: string | undefined
  width: string | undefined
  height: string | undefined
  caption: string | undefined
  href: string | undefined
}

function byDocument(html: string): ParsedImage | undefined {
  const { body } = new window.DOMParser().parseFromString('', 'text/html')
  body.innerHTML = html
  const image = body.querySelector('img')
  if (!image) return undefined
  const value = (name: string): string | undefined => image.getAttribute(name) ?? undefined
  return {
    src: value('src') ?? '',
    alt: value('alt')?.trim() || 'photo',
    width: value('width'),
    height: value('height'),
    caption: body.querySelector('figcaption')?.innerHTML,
    href: image.closest('a')?.getAttribute('href') || undefined,
  }
}

function byParser(html: string): Partial<Record<keyof ParsedImage, unknown>> | undefined {
  try {
    const { caption, ...image } = parseImage(parseHtml(html), 'photo')
    return { ...image, caption: caption?.map(serialise).join('') }
  } catch {
    return undefined
  }
}

/** Sizes are compared where both have one: their validity is up to `pixelSize`, which has its own tests. */
function expectTheSame(html: string): void {
  const [wanted, actual] = [byDocument(html), byParser(html)]
  const { width: _width, height: _height, ...rest } = wanted ?? {}
  const { width, height, ...others } = actual ?? {}
  expect({ html, isFound: actual !== undefined, ...others }).toEqual({ html, isFound: wanted !== undefined, ...rest })
  for (const [size, written] of [
    [width, wanted?.width],
    [height, wanted?.height],
  ]) {
    if (size !== undefined) expect(String(written)).toContain(String(size))
  }
}

test('every figure of the newsroom is parsed like a DOM does', async () => {
  const files = (await readdir(NEWSROOM, { recursive: true })).filter((name) => /\.(?:html|md)$/.test(name))
  const texts = await Promise.all(files.map((name) => readFile(join(NEWSROOM, name), 'utf8')))
  const figures = texts.flatMap((text) => text.match(/<figure[\s\S]*?<\/figure>|<img[^>]*>/g) ?? [])
  for (const figure of figures) expectTheSame(figure)
  expect(figures.length).toBeGreaterThan(50)
})

test('hostile markup is parsed like a DOM does', () => {
  for (const evil of HOSTILE) {
    for (const html of [
      evil,
      `<figure><img src="a.jpg">${evil}</figure>`,
      `<figure>${evil}<img src="a.jpg"></figure>`,
    ]) {
      expectTheSame(html)
    }
  }
})

test('any markup is parsed like a DOM does', () => {
  // No tables: jsdom moves misplaced text behind a table, HTML (13.2.6.1) before it. No noscript: its serialisation
  // depends on whether scripts run, and the portal writes none.
  const piece = fc.constantFrom(
    '<img src="a.jpg">',
    '<img src=b alt=" opis " width=640 height="480">',
    '<a href="/x?a=1&amp;b">',
    '<a>',
    '</a>',
    '<figure>',
    '</figure>',
    '<figcaption>',
    '</figcaption>',
    '<p>',
    '</p>',
    '<em>',
    '<svg>',
    '<template>',
    '</template>',
    '<li>',
    '<!-- <img> -->',
    '"',
    'żółw &lt;img&gt;',
  )
  const pieces = fc.array(piece, { maxLength: 12 }).map((all) => all.join(''))
  fc.assert(fc.property(pieces, expectTheSame), { numRuns: RUNS })
})
