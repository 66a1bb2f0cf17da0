import { isElement, parseHtmlInSteps, serialise } from '../../content/html/tree.ts'
import { inSlices, type Steps } from '../../content/steps.ts'
import { copy } from '../../copy.ts'
import { type ParsedBlock, parseBlocksInSteps } from '../block-grammar.ts'
import { dynamicIn, hasShortcodes, SHORTCODE, withRendered } from './dynamic.ts'
import { readable } from './readable.ts'
import { divided, nameless, splitRendered } from './split.ts'

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
  if (raw === undefined) return inSlices(splitRendered(rendered))
  const blocks = await inSlices(parseBlocksInSteps(raw))
  // From before blocks: line breaks and shortcodes are WordPress' to turn into HTML.
  if (blocks.every(({ blockName }) => blockName === null)) {
    const isRun = await inSlices(hasShortcodes(raw, rendered))
    return inSlices(classic(isRun ? ((await publicRendering()) ?? withoutShortcodes(raw)) : rendered))
  }
  const dynamic = await inSlices(dynamicIn(blocks, raw, rendered))
  const seen = dynamic && (await publicRendering())
  if (dynamic === undefined || seen === undefined) return blocks
  return (await inSlices(withRendered(blocks, raw, seen, dynamic))) ?? inSlices(splitRendered(seen))
}

/** A text from before blocks. Most have nothing to clean, and need not be parsed for it. */
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

/** Where nobody is given a rendering: lines as WordPress reads them, and nothing run. */
function withoutShortcodes(raw: string): string {
  const paragraphs = raw.replace(SHORTCODE, '').split(/\n\s*\n/)
  return paragraphs
    .map((text) =>
      /^\s*<(?!a\b|b\b|i\b|em\b|strong\b|img\b)/i.test(text) ? text : `<p>${text.trim().replaceAll('\n', '<br>')}</p>`,
    )
    .join('')
}
