import type { Nodes } from 'mdast'
import { directiveFromMarkdown } from 'mdast-util-directive'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { directive } from 'micromark-extension-directive'
import { gfm } from 'micromark-extension-gfm'
import { decodeEntities } from '../../../src/content/text.ts'
import { isBoundedMarkdown } from '../../../src/sources/embedded/markdown/bounded-text.ts'
import { escapeHtml } from '../../../src/system/escape.ts'

export interface WrittenUrl {
  url: string
  isImage: boolean
}

interface Place extends WrittenUrl {
  start: number
  end: number
  isHtml: boolean
  isAuto: boolean
}

const { flow } = directive()
const SYNTAX = [gfm(), { flow }]
const ATTRIBUTE = /\s(src|href|poster)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')/gi

/** @param change returns undefined for a URL that stays */
export function withUrls(markdown: string, change: (written: WrittenUrl) => string | undefined): string {
  let [text, from] = ['', 0]
  for (const place of placesIn(markdown)) {
    const url = change(place)
    if (url === undefined || place.start < from) continue
    text += markdown.slice(from, place.start) + written(place, url)
    from = place.end
  }
  return text + markdown.slice(from)
}

export function urlsIn(markdown: string): WrittenUrl[] {
  return placesIn(markdown)
}

/** Markdown with too many marks is text (COST-35). */
function placesIn(markdown: string): Place[] {
  if (!isBoundedMarkdown(markdown)) return []
  const destinations: Array<{ start: number; end: number }> = []
  const tree = fromMarkdown(markdown, {
    extensions: SYNTAX,
    mdastExtensions: [
      gfmFromMarkdown(),
      directiveFromMarkdown(),
      {
        enter: {
          resourceDestinationString(token) {
            destinations.push({ start: token.start.offset, end: token.end.offset })
            this.buffer()
          },
          definitionDestinationString(token) {
            destinations.push({ start: token.start.offset, end: token.end.offset })
            this.buffer()
          },
        },
      },
    ],
  })
  const images: Array<{ start: number; end: number }> = []
  const places: Place[] = []
  const walk = (node: Nodes): void => {
    const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0]
    if (node.type === 'image') images.push({ start, end })
    if (node.type === 'link' && isAutolink(markdown.slice(start, end), node.url)) {
      places.push({ start, end, url: node.url, isImage: false, isHtml: false, isAuto: true })
    }
    if (node.type === 'html') places.push(...inHtml(markdown.slice(start, end), start))
    if ('children' in node) for (const child of node.children) walk(child)
  }
  walk(tree)
  for (const { start, end } of destinations) {
    const isImage = images.some((image) => image.start <= start && end <= image.end)
    places.push({ start, end, isImage, isHtml: false, isAuto: false, url: urlOf(markdown.slice(start, end)) })
  }
  return places.sort((a, b) => a.start - b.start)
}

function inHtml(html: string, start: number): Place[] {
  return [...html.matchAll(ATTRIBUTE)].map((match) => {
    const [whole, name = '', double, single] = match
    const value = double ?? single ?? ''
    const end = start + match.index + whole.length - 1
    return {
      start: end - value.length,
      end,
      url: decodeEntities(value),
      isImage: name.toLowerCase() !== 'href',
      isHtml: true,
      isAuto: false,
    }
  })
}

function written({ isHtml, isAuto }: Place, url: string): string {
  if (isHtml) return escapeHtml(url)
  return isAuto ? `[${url.replace(/[[\]\\]/g, '\\$&')}](${destination(url)})` : destination(url)
}

function isAutolink(markdown: string, url: string): boolean {
  return /^<?https?:/i.test(markdown) && markdown.replace(/^<|>$/g, '') === url
}

function urlOf(destination: string): string {
  return decodeEntities(destination.replace(/\\([!-/:-@[-`{-~])/g, '$1'))
}

/** Brackets protect spaces and brackets. */
function destination(url: string): string {
  return url.replace(/[\s()<>\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`)
}
