import { isElement, parseHtml, serialise } from '../../content/html/tree.ts'
import { copy } from '../../copy.ts'
import { type ParsedBlock, parseBlocks } from '../block-grammar.ts'
import { hasShortcodes, needsRendering, SHORTCODE, withRendered } from './dynamic.ts'
import { readable } from './readable.ts'
import { nameless, splitRendered } from './split.ts'

/** HTML as WordPress gives it; `raw` to those who may edit. */
export interface Content {
  rendered?: string | undefined
  raw?: string | undefined
  protected?: boolean
}

/**
 * WordPress' rendering as everybody sees it. What an editor is given may show what others must not see: private posts in
 * a query, comments of posts behind a password. `undefined`: there is none for everybody.
 */
export type PublicRendering = () => Promise<string | undefined>

/**
 * The blocks of a post, a page or a reusable block. Raw content is a tree with all settings; WordPress' own rendering
 * stands in for what only WordPress can render, for posts from before blocks, and for all of it without credentials.
 * Text behind a password is in neither.
 */
export async function blocksOf(content: Content | undefined, publicRendering: PublicRendering): Promise<ParsedBlock[]> {
  const { raw, rendered = '' } = content ?? {}
  if (content?.protected) return [nameless(`<p>${copy.passwordProtected}</p>`)]
  if (raw === undefined) return splitRendered(rendered)
  const blocks = parseBlocks(raw)
  // From before blocks: line breaks and shortcodes are WordPress' to turn into HTML.
  if (blocks.every(({ blockName }) => blockName === null)) {
    const html = hasShortcodes(raw, rendered) ? ((await publicRendering()) ?? withoutShortcodes(raw)) : rendered
    return html.trim() === '' ? [] : [nameless(cleaned(html))]
  }
  if (!needsRendering(blocks, raw, rendered)) return blocks
  const seen = await publicRendering()
  return seen === undefined ? blocks : (withRendered(blocks, raw, seen) ?? splitRendered(seen))
}

/** Most texts have nothing to clean, and need not be parsed for it. */
function cleaned(html: string): string {
  if (!/<select\b|gravatar\.com/i.test(html)) return html
  return parseHtml(html)
    .map((node) => serialise(isElement(node) ? readable(node) : node))
    .join('')
}

/** Where nobody is given a rendering: lines as WordPress reads them, and nothing run. */
function withoutShortcodes(raw: string): string {
  const paragraphs = raw.replace(SHORTCODE, '').split(/\n\s*\n/)
  return paragraphs
    .map((text) =>
      /^\s*<(?!a\b|b\b|i\b|em\b|strong\b|img\b)/i.test(text) ? text : `<p>${text.trim().replaceAll('\n', '<br>')}</p>`,
    )
    .join('')
}
