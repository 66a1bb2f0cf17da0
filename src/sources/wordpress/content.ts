import { isElement, parseHtmlInSteps, serialise } from '../../content/html/tree.ts'
import { MAX_CHARACTERS } from '../../content/limits.ts'
import type { Language } from '../../languages/language.ts'
import type { Messages } from '../../languages/messages.ts'
import { inSlices, type Steps } from '../../system/steps.ts'
import { type ParsedBlock, parseBlocksInSteps } from '../block-grammar.ts'
import { SourceError } from '../upstream/errors.ts'
import type { WordPressClient } from './client.ts'
import { dynamicIn, hasShortcodes, type OwnContent, SHORTCODE, withRendered } from './dynamic.ts'
import { CONTENT_QUERY } from './fields.ts'
import { hasMembersNotice, publicityOf } from './public-text.ts'
import { readable } from './readable.ts'
import type { CallBudget } from './rest-calls.ts'
import { withShownMarkup } from './shown-markup.ts'
import { divided, nameless, splitRendered } from './split.ts'
import { restContent } from './wire.ts'

export interface Content {
  rendered?: string
  raw?: string
  protected?: boolean
}

export interface SiteContent extends OwnContent, Pick<Messages, 'newest' | 'passwordProtected'> {
  language: Language
}

/** WordPress' own, undefined where there is none. An editor's may contain private content. */
export type PublicRendering = () => Promise<string | undefined>

export interface PublicBlocks {
  blocks: ParsedBlock[]
  isRestricted: boolean
}

/**
 * From the public rendering, or from raw content of the same text, which has all settings (SRC-24).
 * @param raw `undefined`: the portal has no credentials, or no time
 */
export async function publicBlocksOf(
  content: Content | undefined,
  raw: string | undefined,
  site: SiteContent,
): Promise<PublicBlocks> {
  const { passwordProtected, ownBlocks, ownEmbeds } = site
  const { rendered = '' } = content ?? {}
  if (content?.protected) return { blocks: [nameless(`<p>${passwordProtected}</p>`)], isRestricted: false }
  const asRendered = (): Promise<ParsedBlock[]> => inSlices(splitRendered(rendered, ownEmbeds))
  if (hasMembersNotice(rendered)) return { blocks: await asRendered(), isRestricted: true }
  // Texts beyond a body's limit are cut anyway.
  const isComparable = raw !== undefined && raw.length <= MAX_CHARACTERS && divided(rendered)[1] === ''
  if (!isComparable) return { blocks: await asRendered(), isRestricted: false }
  const blocks = await inSlices(parseBlocksInSteps(raw))
  const publicity = await inSlices(publicityOf(blocks, rendered, ownBlocks))
  if (publicity !== 'same' || !canStandIn(blocks, raw)) {
    return { blocks: await asRendered(), isRestricted: publicity === 'restricted' }
  }
  const dynamic = await inSlices(dynamicIn(blocks, raw, rendered, ownBlocks))
  const shown = await inSlices(withShownMarkup(blocks, rendered))
  const merged = dynamic ? await inSlices(withRendered(shown, raw, rendered, dynamic, site)) : shown
  return { blocks: merged ?? (await asRendered()), isRestricted: false }
}

/**
 * Whether blocks may replace a rendering of equal words. Only the rendering surely has reusable blocks as visitors see
 * them, and WordPress' work on texts older than blocks.
 */
function canStandIn(blocks: readonly ParsedBlock[], raw: string): boolean {
  return !/<!--\s+wp:(?:core\/)?block\s/.test(raw) && blocks.some(({ blockName }) => blockName !== null)
}

/** WordPress' rendering replaces dynamic blocks, posts older than blocks, and all content without credentials. */
export async function blocksOf(
  content: Content | undefined,
  publicRendering: PublicRendering,
  site: SiteContent,
): Promise<ParsedBlock[]> {
  const { passwordProtected, ownBlocks, ownEmbeds } = site
  const { raw, rendered = '' } = content ?? {}
  if (content?.protected) return [nameless(`<p>${passwordProtected}</p>`)]
  if (raw === undefined) return inSlices(splitRendered(rendered, ownEmbeds))
  const blocks = await inSlices(parseBlocksInSteps(raw))
  // WordPress makes HTML of their line breaks and shortcodes.
  if (blocks.every(({ blockName }) => blockName === null)) {
    const isRun = await inSlices(hasShortcodes(raw, rendered))
    return inSlices(classic(isRun ? ((await publicRendering()) ?? withoutShortcodes(raw)) : rendered))
  }
  const dynamic = await inSlices(dynamicIn(blocks, raw, rendered, ownBlocks))
  const seen = dynamic && (await publicRendering())
  if (dynamic === undefined || seen === undefined) return blocks
  return (await inSlices(withRendered(blocks, raw, seen, dynamic, site))) ?? inSlices(splitRendered(seen, ownEmbeds))
}

function* classic(html: string): Steps<ParsedBlock[]> {
  if (html.trim() === '') return []
  if (!/<select\b|gravatar\.com/i.test(html)) return [nameless(html)]
  const [beginning, rest] = divided(html)
  let cleaned = ''
  for (const node of yield* parseHtmlInSteps(beginning)) {
    cleaned += serialise(isElement(node) ? yield* readable(node) : node)
    yield
  }
  return rest === '' ? [nameless(cleaned)] : [nameless(cleaned), nameless(rest)]
}

/** Lines follow WordPress' rules. */
function withoutShortcodes(raw: string): string {
  const paragraphs = raw.replace(SHORTCODE, '').split(/\n\s*\n/)
  return paragraphs
    .map((text) =>
      /^\s*<(?!a\b|b\b|i\b|em\b|strong\b|img\b)/i.test(text) ? text : `<p>${text.trim().replaceAll('\n', '<br>')}</p>`,
    )
    .join('')
}

/** Of a REST API that requires authentication. */
const CLOSED: readonly unknown[] = [401, 403]

/** As its editors have it; undefined also after a failure, when the public rendering serves. */
export async function rawContent(
  client: WordPressClient,
  route: string,
  about: CallBudget,
  onMissed: (error: unknown) => undefined = () => undefined,
): Promise<string | undefined> {
  if (client.isAnonymous) return undefined
  const query = { context: 'edit', ...CONTENT_QUERY }
  const edited = await client.item(route, query, restContent, { ...about, rank: 'secondary' }).catch(onMissed)
  return edited?.content.raw
}

/**
 * Loaded at most once.
 * @param route of the post: `wp/v2/posts/12`
 */
export function publicRendering(publicClient: WordPressClient, route: string, about: CallBudget) {
  let calls = 0
  const render: PublicRendering = async () => {
    calls += 1
    try {
      const response = await publicClient.item(route, CONTENT_QUERY, restContent, about)
      return response?.content.protected ? undefined : response?.content.rendered
    } catch (error) {
      if (error instanceof SourceError && CLOSED.includes(error.facts.status)) return undefined
      throw error
    }
  }
  return { render, calls: () => calls }
}
