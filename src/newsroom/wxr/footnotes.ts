import * as z from 'zod'
import { parseWellFormed } from '../../content/well-formed.ts'

const FOOTNOTES = z.array(
  z
    .object({
      content: z.string(),
      id: z.string().regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/),
    })
    .optional()
    .catch(undefined),
)
/** The block that shows them; its notes are a field of the post. */
const BLOCK = /<!--\s*wp:footnotes\s(?:\{[^\n]{0,4000}?\}\s*)?\/-->/
/** Longer fields are not read. Characters. */
const MAX_JSON = 1_000_000

/**
 * A text with its footnotes in their block, in WordPress' own rendering: in a file they are apart from it.
 * @param json the post's field `footnotes`; anything else changes nothing
 */
export function withFootnotes(content: string, json: string | undefined): string {
  if (json === undefined || json.length > MAX_JSON || !BLOCK.test(content)) return content
  const notes = footnotesOf(json)
  if (notes.length === 0) return content
  const items = notes.map(({ content: words, id }) => {
    const back = `<a href="#${id}-link" aria-label="↩︎">↩︎</a>`
    return `<li id="${id}">${words} ${back}</li>`
  })
  const list = `<ol class="wp-block-footnotes">${items.join('')}</ol>`
  return content.replace(BLOCK, () => `<!-- wp:footnotes -->\n${list}\n<!-- /wp:footnotes -->`)
}

function footnotesOf(json: string): Array<{ content: string; id: string }> {
  try {
    return (FOOTNOTES.safeParse(parseWellFormed(json)).data ?? []).flatMap((one) => one ?? [])
  } catch {
    return []
  }
}
