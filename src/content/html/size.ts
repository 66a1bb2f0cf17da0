export interface MarkupSize {
  tags: number
  characters: number
}

/** Images and frames get several rewritten URLs. */
const IMAGE_TAGS = 20
const LINK_TAGS = 3

const [A, F, I, M] = [...'afim'].map((letter) => letter.charCodeAt(0))
const TO_LOWER_CASE = 32
const letterAt = (html: string, index: number): number => html.charCodeAt(index) | TO_LOWER_CASE

function tagCost(html: string, at: number): number {
  const [first, second] = [letterAt(html, at + 1), letterAt(html, at + 2)]
  if (first === I && (second === M || second === F)) return IMAGE_TAGS
  // In other elements' names a letter follows.
  return first === A && second === TO_LOWER_CASE ? LINK_TAGS : 1
}

export function sizeOfMarkup(html: string): MarkupSize {
  let tags = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) tags += tagCost(html, at)
  return { tags, characters: html.length }
}

export function beginningOf(html: string, { tags, characters }: MarkupSize): string {
  let left = tags
  for (let at = html.indexOf('<'); at !== -1 && at < characters; at = html.indexOf('<', at + 1)) {
    left -= tagCost(html, at)
    if (left < 0) return html.slice(0, at)
  }
  if (html.length <= characters) return html
  const cut = html.slice(0, characters)
  return cut.slice(0, Math.max(cut.lastIndexOf('<'), cut.lastIndexOf(' '), 0))
}
