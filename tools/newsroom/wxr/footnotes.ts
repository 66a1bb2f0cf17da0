import * as z from 'zod'
import { parseWellFormed } from '../../../src/system/well-formed.ts'

const FOOTNOTES = z.array(
  z
    .object({
      content: z.string(),
      id: z.string().regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/),
    })
    .optional()
    .catch(undefined),
)
/** The notes of this block are a field of the post. */
const BLOCK = '<!-- wp:footnotes '
/** Longer fields are not read. Characters. */
const MAX_JSON = 1_000_000

/**
 * Puts footnotes into their block, in WordPress' own rendering: in a file they are apart from it.
 * @param json the post's field `footnotes`; anything else changes nothing
 */
export function withFootnotes(content: string, json: string | undefined): string {
  const start = content.indexOf(BLOCK)
  if (json === undefined || json.length > MAX_JSON || start === -1) return content
  const end = content.indexOf('-->', start) + '-->'.length
  const notes = footnotesOf(json)
  if (notes.length === 0 || !content.slice(start, end).endsWith('/-->')) return content
  const items = notes.map(({ content: words, id }) => {
    const back = `<a href="#${id}-link" aria-label="↩︎">↩︎</a>`
    return `<li id="${id}">${words} ${back}</li>`
  })
  const list = `<ol class="wp-block-footnotes">${items.join('')}</ol>`
  const block = `<!-- wp:footnotes -->\n${list}\n<!-- /wp:footnotes -->`
  return content.slice(0, start) + block + content.slice(end)
}

function footnotesOf(json: string): Array<{ content: string; id: string }> {
  try {
    return (FOOTNOTES.safeParse(parseWellFormed(json)).data ?? []).flatMap((one) => one ?? [])
  } catch {
    return []
  }
}
