import * as z from 'zod'
import { attribute, elementsNamed, parseHtml, textOf } from '../../content/html/tree.ts'
import { cmsPath } from '../../content/public-paths.ts'
import { escapeHtml } from '../../system/escape.ts'
import { isProtected } from './card.ts'
import type { WordPressClient } from './client.ts'
import type { CallBudget } from './rest-calls.ts'
import { RANK_MATH_HEAD } from './site-robots.ts'
import { excerptField, textField } from './text.ts'
import { pathOf } from './urls.ts'
import { type RestPost, YOAST_TAGS, type YoastHead } from './wire.ts'

export interface PluginHead {
  title?: string
  canonical?: string
  /** As the hub's `seo`, from which decoding selects. */
  meta: MetaTag[]
}

interface MetaTag {
  name: string
  content: string
}

const rankMathHead = z.object({ head: z.string() })
export const RANK_MATH = 'rankmath/v1'

export function yoastHeadOf(yoast: YoastHead | undefined): PluginHead | undefined {
  if (!yoast) return undefined
  const [image] = yoast.og_image
  const tag = (name: string, content: string | undefined): MetaTag[] =>
    content === undefined ? [] : [{ name, content }]
  return {
    title: yoast.title,
    canonical: yoast.canonical,
    meta: [
      ...tag('description', yoast.description),
      ...tag('robots', Object.values(yoast.robots).join(',') || undefined),
      ...YOAST_TAGS.flatMap(([field, name]) => tag(name, yoast[field])),
      ...tag('og:image', image?.url),
      ...tag('og:image:width', image?.width),
      ...tag('og:image:height', image?.height),
      ...tag('og:image:alt', image?.alt),
      ...Object.entries(yoast.twitter_misc).flatMap(([label, value], index) => [
        ...tag(`twitter:label${index + 1}`, label),
        ...tag(`twitter:data${index + 1}`, value),
      ]),
    ],
  }
}

/**
 * Rank Math returns a URL's head when its headless support is on.
 * @param link the post's own URL
 */
export async function rankMathHeadOf(
  client: WordPressClient,
  link: string,
  about: CallBudget,
): Promise<PluginHead | undefined> {
  const response = await client.item(RANK_MATH_HEAD, { url: link }, rankMathHead, about)
  if (!response) return undefined
  const nodes = parseHtml(response.head)
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

/** The plugin's data, else the post's own; no description behind a password. */
export function seoOf(post: RestPost, path: string, plugin: PluginHead | undefined): object {
  const meta = plugin?.meta ?? []
  const isDescribed = meta.some(({ name, content }) => name === 'description' && content !== '')
  const excerpt = isDescribed ? '' : excerptField(post.excerpt?.rendered, post.link)
  return {
    title: plugin?.title ?? textField(post.title?.rendered),
    canonical: canonicalOf(post.link, path, plugin?.canonical),
    meta: isProtected(post) ? [] : [...(excerpt ? [{ name: 'description', content: excerpt }] : []), ...meta],
  }
}

/** Only the site's own host counts, which may not be the API's. */
function canonicalOf(link: string, path: string, chosen: string | undefined): string {
  const own = new URL(path, link)
  const other = chosen === undefined ? null : URL.parse(chosen)
  return other?.host === own.host ? (pathOf(other.href) ?? cmsPath(other.pathname)) : path
}
