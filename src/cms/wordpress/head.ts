import * as z from 'zod'
import { escapeHtml } from '../../content/html/escape.ts'
import { attribute, elementsNamed, parseHtml, textOf } from '../../content/html/tree.ts'
import { cmsPath } from '../../content/links.ts'
import { isProtected } from './card.ts'
import type { Asking, WordPressClient } from './client.ts'
import { textField } from './text.ts'
import { type RestPost, YOAST_TAGS, type YoastHead } from './wire.ts'

/** What a plugin for search engines says of a page. */
export interface PluginHead {
  title?: string | undefined
  /** Absolute. */
  canonical?: string | undefined
  /** As in `seo` of the contract: decoding chooses what of it counts. */
  meta: MetaTag[]
}

interface MetaTag {
  name: string
  content: string
}

/** Rank Math's answer: the head as HTML. */
const rankMathHead = z.object({ head: z.string() })
export const RANK_MATH = 'rankmath/v1'

export function yoastHeadOf(yoast: YoastHead | undefined): PluginHead | undefined {
  if (!yoast) return undefined
  const [picture] = yoast.og_image
  const tag = (name: string, content: string | undefined): MetaTag[] =>
    content === undefined ? [] : [{ name, content }]
  return {
    title: yoast.title,
    canonical: yoast.canonical,
    meta: [
      ...tag('description', yoast.description),
      ...tag('robots', Object.values(yoast.robots).join(',') || undefined),
      ...YOAST_TAGS.flatMap(([field, name]) => tag(name, yoast[field])),
      ...tag('og:image', picture?.url),
      ...tag('og:image:width', picture?.width),
      ...tag('og:image:height', picture?.height),
      ...tag('og:image:alt', picture?.alt),
      ...Object.entries(yoast.twitter_misc).flatMap(([label, value], index) => [
        ...tag(`twitter:label${index + 1}`, label),
        ...tag(`twitter:data${index + 1}`, value),
      ]),
    ],
  }
}

/**
 * Rank Math gives the head of an address where its headless support is switched on. Late or failing, the head is derived.
 * @param link the post's own address
 */
export async function rankMathHeadOf(
  client: WordPressClient,
  link: string,
  about: Asking,
): Promise<PluginHead | undefined> {
  const answer = await client.item(`${RANK_MATH}/getHead`, { url: link }, rankMathHead, about)
  if (!answer) return undefined
  const nodes = parseHtml(answer.head)
  const canonical = elementsNamed(nodes, 'link').find((element) => attribute(element, 'rel') === 'canonical')
  const title = elementsNamed(nodes, 'title')[0]
  return {
    title: title && textOf(title.childNodes),
    canonical: canonical && attribute(canonical, 'href'),
    meta: elementsNamed(nodes, 'meta').flatMap((element) => {
      const name = attribute(element, 'property') ?? attribute(element, 'name')
      const content = attribute(element, 'content')
      return name === undefined || content === undefined ? [] : [{ name, content: escapeHtml(content) }]
    }),
  }
}

/** `seo` of the contract: the plugin's words, else the post's own. Behind a password nothing is described. */
export function seoOf(post: RestPost, path: string, plugin: PluginHead | undefined): object {
  const meta = plugin?.meta ?? []
  const isDescribed = meta.some(({ name, content }) => name === 'description' && content !== '')
  const excerpt = isDescribed ? '' : textField(post.excerpt?.rendered)
  return {
    title: plugin?.title ?? textField(post.title?.rendered),
    canonical: canonicalOf(post.link, path, plugin?.canonical),
    meta: isProtected(post) ? [] : [...(excerpt ? [{ name: 'description', content: excerpt }] : []), ...meta],
  }
}

/** A path: only an address on the site's own host counts, and that is not always where WordPress is asked. */
function canonicalOf(link: string, path: string, chosen: string | undefined): string {
  const own = new URL(path, link)
  const other = chosen === undefined ? null : URL.parse(chosen)
  return other?.host === own.host ? cmsPath(other.pathname) : path
}
