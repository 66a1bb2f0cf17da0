import { defaultTreeAdapter as tree } from 'parse5'
import {
  attribute,
  elementsNamed,
  type HtmlElement,
  type HtmlNode,
  parseHtml,
  serialise,
  textOf,
} from '../html/tree.ts'
import { cmsPath } from '../public-paths.ts'

/** Of themes. */
const READ_MORE =
  /(?:^|\s)(?:more-link|more-?tag|read-?more(?:-?link)?|excerpt-more|link-more|continue-reading(?:-link)?)(?:\s|$)/i
/** Characters. */
const MAX_EXCERPT = 20_000

/**
 * A link to the post, or of such a class, before signs alone (SRC-48); an author's links stay.
 * @param link the post's own URL
 */
export function withoutReadMore(excerpt: string | undefined, link: string): string {
  if (!excerpt || excerpt.length > MAX_EXCERPT || !/<(?:a|button)\b/i.test(excerpt)) return excerpt ?? ''
  const nodes = parseHtml(excerpt)
  const links = elementsNamed(nodes, 'a', 'button')
  for (let last = links.pop(); last !== undefined && isReadMore(last, link); last = links.pop()) {
    if (/[\p{L}\p{N}]/u.test(textAfter(last))) break
    tree.detachNode(last)
  }
  return nodes.map(serialise).join('')
}

function isReadMore(element: HtmlElement, link: string): boolean {
  const href = attribute(element, 'href')?.trim()
  // Places are an author's, but for WordPress' mark.
  if (!href || (href.startsWith('#') && !/^#more-\d/.test(href)))
    return element.tagName === 'button' && hasClassOfMore(element)
  const [target, own] = [URL.parse(href, link), URL.parse(link)]
  if (!target || !own) return false
  if (target.host === own.host && hasClassOfMore(element)) return true
  const isSamePage = target.host === own.host && cmsPath(target.pathname) === cmsPath(own.pathname)
  return isSamePage && target.searchParams.get('p') === own.searchParams.get('p')
}

function hasClassOfMore(element: HtmlElement): boolean {
  return READ_MORE.test(attribute(element, 'class') ?? '')
}

function textAfter(element: HtmlElement): string {
  let words = ''
  for (let { parentNode: parent } = element, inner: HtmlNode = element; parent; ) {
    words += textOf(parent.childNodes.slice(parent.childNodes.indexOf(inner) + 1))
    if (!('tagName' in parent)) break
    inner = parent
    parent = parent.parentNode
  }
  return words
}
