/**
 * What the bytes of a page are for, row by row: as they are, and what the page would lose in brotli without them; see
 * README.md. Usage: npm run bench:bytes [-- PATH …] [--regions]
 */
import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import { parse } from 'parse5'
import { ask } from './load.mjs'
import { stopAll } from './process.mjs'
import { table } from './report.mjs'
import { startPortal } from './servers/portal.mjs'

const ARTICLE = '/2026/10/oszustwo-krypto-gdzie-zglosic'
const PATHS = [ARTICLE, `/wp-json/amp/v2/post${ARTICLE}`, '/', '/kategoria/edukacja', '/search?s=klucz']
const ASSETS = new URL('../dist/assets/', import.meta.url)
const REGIONS = new Set(['head', 'header', 'nav', 'footer', 'aside', 'section', 'search'])
/** As the page cache has them at once, and after many hits (docs/decisions/019). */
const QUALITIES = { atOnce: 5, best: 11 }

const { values, positionals } = parseArgs({ allowPositionals: true, options: { regions: { type: 'boolean' } } })
try {
  const { origin } = await startPortal()
  for (const path of positionals.length > 0 ? positionals : PATHS) await printPage(origin + path, path)
  await printAssets()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  await stopAll()
}

async function printPage(url, path) {
  const html = (await ask(url)).body.toString()
  const { atOnce, best } = QUALITIES
  const sizes = `${Buffer.byteLength(html)} bytes, brotli ${brotli(html, best)} (at once ${brotli(html, atOnce)})`
  process.stdout.write(`## ${path}\n\n${sizes}\n\n`)
  const pieces = piecesOf(html)
  process.stdout.write(`${rowsOf(html, pieces, ({ row }) => row)}\n\n`)
  if (values.regions) process.stdout.write(`${rowsOf(html, pieces, ({ region }) => region)}\n\n`)
}

function rowsOf(html, pieces, nameOf) {
  const names = [...new Set(pieces.map(nameOf))]
  const whole = brotli(html)
  const rows = names.map((name) => {
    const own = pieces.filter((piece) => nameOf(piece) === name)
    const bytes = own.reduce((sum, { start, end }) => sum + Buffer.byteLength(html.slice(start, end)), 0)
    return { name, count: own.length, bytes, saved: whole - brotli(without(html, own)) }
  })
  rows.sort((one, other) => other.saved - one.saved || other.bytes - one.bytes)
  return table([
    ['row', 'pieces', 'bytes', 'brotli without it'],
    ...rows.map(({ name, count, bytes, saved }) => [name, String(count), String(bytes), `−${saved}`]),
  ])
}

function without(html, pieces) {
  let [text, at] = ['', 0]
  for (const { start, end } of pieces.toSorted((one, other) => one.start - other.start)) {
    if (start > at) text += html.slice(at, start)
    at = Math.max(at, end)
  }
  return text + html.slice(at)
}

/** Every byte of a document belongs to one piece. */
function piecesOf(html) {
  const pieces = []
  const add = (row, region, start, end) => end > start && pieces.push({ row, region, start, end })
  const walk = (node, region, inSvg) => {
    const place = node.sourceCodeLocation
    const inner = regionOf(node) ?? region
    const isSvg = inSvg || node.tagName === 'svg'
    if (place && node.nodeName === '#text') add(rowOfText(node, isSvg), region, place.startOffset, place.endOffset)
    else if (place && node.nodeName === '#comment') add('comment', region, place.startOffset, place.endOffset)
    else if (place && isWhole(node)) return add(rowOfHead(node), inner, place.startOffset, place.endOffset)
    else if (place?.startTag) addTags(node, place, inner, isSvg)
    for (const child of node.childNodes ?? []) walk(child, inner, isSvg)
    return undefined
  }
  const addTags = (node, place, region, isSvg) => {
    const row = isSvg ? 'svg' : 'elements'
    let at = place.startTag.startOffset
    const attributes = Object.entries(place.startTag.attrs ?? {}).sort(
      ([, one], [, other]) => one.startOffset - other.startOffset,
    )
    for (const [name, { startOffset, endOffset }] of attributes) {
      // The space before an attribute goes with it.
      add(row, region, at, startOffset - 1)
      add(isSvg ? 'svg' : `@${rowOfAttribute(node, name)}`, region, startOffset - 1, endOffset)
      at = endOffset
    }
    add(row, region, at, place.startTag.endOffset)
    if (place.endTag) add(row, region, place.endTag.startOffset, place.endTag.endOffset)
  }
  walk(parse(html, { sourceCodeLocationInfo: true }), 'document', false)
  return pieces
}

function attributeOf(node, name) {
  return node.attrs?.find((attribute) => attribute.name === name)?.value
}

function isWhole(node) {
  return ['meta', 'link', 'script', 'style', 'title'].includes(node.tagName)
}

function rowOfHead(node) {
  const kind = attributeOf(node, 'rel') ?? attributeOf(node, 'id') ?? attributeOf(node, 'type')
  if (node.tagName !== 'script' || kind !== undefined) {
    const prefix = (attributeOf(node, 'property') ?? attributeOf(node, 'name'))?.split(':')[0]
    return [node.tagName, kind ?? prefix].filter(Boolean).join(' ')
  }
  const code = node.childNodes[0]?.value ?? attributeOf(node, 'src') ?? ''
  return `script “${code.slice(0, 24)}…”`.replaceAll('|', '/')
}

function rowOfText(node, isSvg) {
  if (isSvg) return 'svg'
  return node.value.trim() === '' ? 'white space' : 'text'
}

function rowOfAttribute(node, name) {
  return ['img', 'source'].includes(node.tagName) && name !== 'class' ? `${name} of images` : name
}

function regionOf(node) {
  const [name] = (attributeOf(node, 'class') ?? '').split(' ')
  if (name?.endsWith('-panel') || name === 'article-body' || name === 'share') return `.${name}`
  if (node.tagName === 'article') return name === 'article' ? 'article' : undefined
  return REGIONS.has(node.tagName) ? `${node.tagName}${name ? `.${name}` : ''}` : undefined
}

/** What every page loads. */
async function printAssets() {
  const files = (await readdir(ASSETS)).filter((name) => /^(?:app|boot)-\w+\.(?:css|js)$/.test(name))
  const rows = await Promise.all(
    files.map(async (name) => {
      const text = await readFile(new URL(name, ASSETS), 'utf8')
      return [basename(name), String(Buffer.byteLength(text)), String(brotli(text))]
    }),
  )
  process.stdout.write(`${table([['file', 'bytes', 'brotli'], ...rows])}\n`)
}

function brotli(text, quality = QUALITIES.best) {
  return brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  }).length
}
