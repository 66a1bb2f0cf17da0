import * as z from 'zod'
import { attribute, elementsNamed, parseHtml, textOf } from '../../content/html/tree.ts'
import { cmsPath } from '../../content/links.ts'
import { plainText } from '../../content/text.ts'
import type { Asking, WordPressClient } from './client.ts'
import { textField } from './text.ts'
import type { RestPost, YoastHead } from './wire.ts'

/** What a plugin for search engines says of a page. */
export interface PluginHead {
  title?: string | undefined
  description?: string | undefined
  /** Absolute. */
  canonical?: string | undefined
  isNoindex: boolean
}

/** Rank Math's answer: the head as HTML. */
const rankMathHead = z.object({ head: z.string() })
export const RANK_MATH = 'rankmath/v1'

export function yoastHeadOf(yoast: YoastHead | undefined): PluginHead | undefined {
  if (!yoast) return undefined
  const { title, description, canonical, robots } = yoast
  return { title, description, canonical, isNoindex: robots?.index === 'noindex' }
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
  const metas = elementsNamed(nodes, 'meta')
  const meta = (name: string): string | undefined => {
    const found = metas.find((element) => attribute(element, 'name') === name)
    return found && attribute(found, 'content')
  }
  const canonical = elementsNamed(nodes, 'link').find((element) => attribute(element, 'rel') === 'canonical')
  const title = elementsNamed(nodes, 'title')[0]
  return {
    title: title && textOf(title.childNodes),
    description: meta('description'),
    canonical: canonical && attribute(canonical, 'href'),
    isNoindex: /\bnoindex\b/.test(meta('robots') ?? ''),
  }
}

/**
 * `seo` of the contract: the plugin's words, else the post's own. A canonical address counts on the site's own host
 * alone: the portal writes its own host into it (decision 48).
 */
export function seoOf(post: RestPost, path: string, plugin: PluginHead | undefined): object {
  const description = plugin?.description ?? plainText(post.excerpt?.rendered ?? '')
  return {
    title: plugin?.title ?? textField(post.title?.rendered),
    canonical: canonicalOf(post.link, path, plugin?.canonical),
    meta: description && !post.content?.protected ? [{ name: 'description', content: textField(description) }] : [],
  }
}

function canonicalOf(link: string, path: string, chosen: string | undefined): string {
  const own = new URL(path, link)
  const other = chosen === undefined ? null : URL.parse(chosen)
  if (other?.host !== own.host) return own.href
  return new URL(cmsPath(other.pathname), link).href
}
