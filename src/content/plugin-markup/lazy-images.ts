import { defaultTreeAdapter as tree } from 'parse5'
import { attribute, elementsNamed, type HtmlElement, type HtmlNode, isElement, textOf, visit } from '../html/tree.ts'

/** Lazy loaders' URLs; `src` may be a blurred copy. A plugin may append letters (`data-src-fg`). */
const LAZY: readonly RegExp[] = [
  /^data-(?:[a-z0-9]+-){0,3}src(?:-[a-z0-9]+)?$/,
  /^data-(?:[a-z0-9]+-){0,2}(?:original|lazy|lazyload|ezsrc|cfsrc|echo|defer|unveil)(?:-src|-url)?$/,
]
/** For images without a URL of their own. */
const LARGER: readonly RegExp[] = [
  /^data-(?:[a-z0-9]+-){0,2}(?:img|image|url)(?:-src|-url)?$/,
  /^data-(?:large|orig|medium|full|hi-?res|retina|zoom)-(?:file|url|image|src)$/,
]
const LISTS = /^data-(?:[a-z0-9]+-){0,3}(?:src-?set|ezsrcset)$/
/** They hold a URL that is not the image's own. */
const OF_OTHERS =
  /^data-(?:.*-)?(?:low|thumb|lqip|placeholder|preview|blur|pin|share|link|permalink|attachment|video|audio|iframe|embed|hover|alt|after|before|mobile|poster|fb|facebook|user|author|avatar|logo)(?:-|$)/
const PLACEHOLDER_FILE =
  /(?:^|\/)(?:lazy(?:[_-]?load(?:er|ing)?)?|(?:lazy[_-]?|img[_-]?|image[_-]?)?(?:placeholder|blank|spacer|transparent|trans|clear|empty|pixel|1x1|1px|dummy|preload(?:er)?|loading|loader|ajax-loader|gr[ae]y|bg-lazy|default-lazy))(?:[_.-]?(?:\d+x\d+|image|img|gif|min))?\.(?:gif|png|svg|webp)$/i
const OTHER_FILE = /\.(?:mp4|m4v|webm|mov|ogv|ogg|mp3|m4a|wav|pdf|html?|js|css)$/i
/** Lazy loaders add it meanwhile. */
const PENDING = /^is-pending-load$/
const WEB_URL = /^(?:https?:\/\/|\/|\.{0,2}\/?[\w%-]+(?:\/|\.[a-z]{3,4}(?:$|[?#])))/i
/** Characters. */
const [MAX_URL, MAX_LIST] = [4000, 20_000]
/** Images, within which a copy is. */
const NEAR = 4

export function mayHoldLazyImages(markup: string): boolean {
  return /<noscript\b|<(?:img|source)\b[^<>]*\sdata-|<img\b(?![^<>]*\ssrc=)|is-pending-load/i.test(markup)
}

/** From attributes or the copy without scripts, which goes. In place. */
export function restoreLazyImages(nodes: readonly HtmlNode[]): void {
  const images = imagesIn(nodes)
  for (const [index, { image, copyOf }] of images.entries()) {
    if (copyOf) continue
    const copy = copyNear(images, index)
    const before = keyOf(attribute(image, 'src'))
    restore(image, copy?.image)
    if (!copy) continue
    const isSame = [before, keyOf(attribute(image, 'src'))].includes(keyOf(attribute(copy.image, 'src')))
    if (isSame) removeCopy(copy, image)
  }
}

interface Candidate {
  image: HtmlElement
  copyOf?: HtmlElement
}

function imagesIn(nodes: readonly HtmlNode[]): Candidate[] {
  const images: Candidate[] = []
  visit(nodes, (element) => {
    if (element.tagName === 'noscript') {
      for (const image of elementsNamed(element.childNodes, 'img')) images.push({ image, copyOf: element })
      return false
    }
    if (element.tagName === 'img') images.push({ image: element })
    return true
  })
  return images
}

/** For an image without a URL. */
function copyNear(images: readonly Candidate[], index: number): Candidate | undefined {
  const { image } = images[index] as Candidate
  const written = knownUrl(image)
  const key = keyOf(written)
  const after = images.slice(index + 1, index + 1 + NEAR)
  const before = images.slice(Math.max(0, index - NEAR), index).reverse()
  const isCopy = ({ copyOf, image: copy }: Candidate): boolean =>
    copyOf !== undefined && copyOf.parentNode !== null && isImageUrl(attribute(copy, 'src'))
  if (key !== undefined)
    return [...after, ...before].find((one) => isCopy(one) && keyOf(attribute(one.image, 'src')) === key)
  return [after[0], before[0]].find((one) => one !== undefined && isCopy(one))
}

function knownUrl(image: HtmlElement): string | undefined {
  const written = attribute(image, 'src')
  return (
    urlIn(image, LAZY) ??
    (isUsable(written) ? written : undefined) ??
    urlIn(image, LARGER) ??
    firstOf(attribute(image, 'srcset')) ??
    firstOf(lazyList(image)) ??
    firstOf(sourcesOf(image))
  )
}

function restore(image: HtmlElement, copy: HtmlElement | undefined): void {
  const url = copy ? attribute(copy, 'src') : knownUrl(image)
  if (url !== undefined) set(image, 'src', withoutPending(url.trim()))
  const list = [copy && attribute(copy, 'srcset'), lazyList(image), sourcesOf(image)].find(isUsableList)
  if (list !== undefined && !isUsableList(attribute(image, 'srcset'))) set(image, 'srcset', list)
  for (const name of ['width', 'height', 'alt']) {
    const value = copy && attribute(copy, name)
    if (value && !attribute(image, name)) set(image, name, value)
  }
}

function urlIn(image: HtmlElement, kinds: readonly RegExp[]): string | undefined {
  for (const names of kinds) {
    const held = image.attrs.find(
      ({ name, value }) => names.test(name) && !OF_OTHERS.test(name) && !LISTS.test(name) && isImageUrl(value),
    )
    if (held) return held.value.trim()
  }
  return undefined
}

function lazyList(image: HtmlElement): string | undefined {
  return image.attrs.find(({ name, value }) => LISTS.test(name) && isUsableList(value))?.value
}

/** A hostile `picture` has many images. */
const READ = new WeakMap<HtmlElement, { list: string | undefined }>()

function sourcesOf(image: HtmlElement): string | undefined {
  const { parentNode } = image
  if (!parentNode || !('tagName' in parentNode) || parentNode.tagName !== 'picture') return undefined
  const read = READ.get(parentNode) ?? { list: listIn(parentNode) }
  READ.set(parentNode, read)
  return read.list
}

function listIn(parentNode: HtmlElement): string | undefined {
  const sources = parentNode.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'source')
  const lists = sources.map((source) => lazyList(source) ?? attribute(source, 'srcset'))
  return lists.find(isUsableList)
}

function firstOf(list: string | undefined): string | undefined {
  const candidates = (list ?? '').slice(0, MAX_LIST).split(/,\s+/)
  let best: { url: string; width: number } | undefined
  for (const candidate of candidates) {
    const [url = '', size = ''] = candidate.trim().split(/\s+/)
    const width = Number.parseFloat(size) || 0
    if (isUsable(url) && (best === undefined || width > best.width)) best = { url, width }
  }
  return best?.url
}

function isUsableList(list: string | undefined): list is string {
  return list !== undefined && firstOf(list) !== undefined
}

function isImageUrl(value: string | undefined): value is string {
  const written = value?.trim() ?? ''
  return written !== '' && written.length <= MAX_URL && WEB_URL.test(written) && !OTHER_FILE.test(pathOf(written))
}

function isUsable(value: string | undefined): value is string {
  return isImageUrl(value) && !PLACEHOLDER_FILE.test(pathOf(value))
}

function pathOf(url: string): string {
  return url.trim().split(/[?#]/, 1)[0] ?? ''
}

/** By path without size and ending, and a script's query. */
function keyOf(url: string | undefined): string | undefined {
  if (!isImageUrl(url)) return undefined
  const path = pathOf(url).replace(/^(?:https?:)?\/\/[^/]*/i, '')
  const ofSite = path.slice(Math.max(0, path.lastIndexOf('/wp-content/')))
  const bare = ofSite.replace(/\.(?:jpe?g|png|gif|webp|avif|svg)$/i, '')
  if (bare === ofSite) return withoutPending(url.trim())
  return bare.replace(/-(?:\d{1,5}x\d{1,5}|scaled)$/, '')
}

function withoutPending(url: string): string {
  const at = url.indexOf('?')
  if (at === -1) return url
  const [query = '', ...rest] = url.slice(at + 1).split('#')
  const kept = query.split('&').filter((pair) => !PENDING.test(pair.split('=', 1)[0] ?? ''))
  return url.slice(0, at) + (kept.length > 0 ? `?${kept.join('&')}` : '') + rest.map((part) => `#${part}`).join('')
}

/** With its `noscript`, if the original has the rest next to it. */
function removeCopy({ image, copyOf }: Candidate, original: HtmlElement): void {
  tree.detachNode(image)
  if (!copyOf || elementsNamed(copyOf.childNodes, ...MEDIA).length > 0) return
  const words = textOf(copyOf.childNodes).trim()
  if (words === '' || textOf(aroundOf(original)).includes(words)) tree.detachNode(copyOf)
}

function aroundOf(image: HtmlElement): readonly HtmlNode[] {
  let { parentNode: around } = image
  while (around && 'tagName' in around && around.tagName !== 'figure') around = around.parentNode
  return (around ?? image.parentNode)?.childNodes ?? []
}

const MEDIA = ['img', 'iframe', 'video', 'audio', 'object', 'embed']

function set(element: HtmlElement, name: string, value: string): void {
  const held = element.attrs.find((candidate) => candidate.name === name)
  if (held) held.value = value
  else element.attrs.push({ name, value })
}
