/** Templates, control characters, and cuts may change the reading of the whole text. */
const UNUSUAL_TEXT = /\{[%{:]|[^\P{Cc}\n]|\uFEFF/u
/** In characters. */
const MAX_LENGTH = 20_000
/** The parser gets other characters beyond this number (COST-35). */
const MAX_INLINE = 600
const INLINE = /[*_~[\]]/g

const FENCE = /^```[\w+#-]*$/
const FENCE_END = /^ {0,3}`{3,} *$/
const RULE = /^-{3,} *$/
const HEADING = /^#{2,6} +(?=\S)/
const ITEM = /^(?:[-+*]|\d{1,9}([.)])) {1,3}(?=\S)/
/** Begins a block of another kind, or ends one. */
const BLOCK_SIGN = /^(?: |[#>=~|:]|[-+*](?: |$)|\d{1,9}[.)](?: |$)|```|-{2,} *$|[\s:|-]+$)/
/** Entities, raw HTML, tables, notes, and other emphasis. */
const UNUSUAL = /&(?=[#\w]+;)|[<\\~|{}[\]*_`]/
/** The parser makes a link, and takes signs next to it for its own. */
const URL_IN_WORDS = /www\.|:\/\/|@/i
/** Code in a line, a link, and emphasis with signs at letters. */
const PLAIN_INLINE =
  /(?<!`)`([^`\n]+)`(?!`)|(?<!!)\[([^[\]`*_!^\\<&\n]+)\]\([^()\s<>\\&]+\)|\*\*(?=[\p{L}\p{N}])([^*`[\]]+)(?<=[\p{L}\p{N}])\*\*(?!\*)|\*(?=[\p{L}\p{N}])([^*`[\]]+)(?<=[\p{L}\p{N}])\*(?!\*)/gu

/**
 * The words of a common form of Markdown, without the parser's cost (SRC-70).
 * @returns the text of `blocksFromMarkdown` but for white space; undefined for any other form
 */
export function plainWords(text: string): string | undefined {
  if (text.length > MAX_LENGTH || UNUSUAL_TEXT.test(text)) return undefined
  if ((text.match(INLINE)?.length ?? 0) > MAX_INLINE) return undefined
  const read: string[] = []
  let open: string[] = []
  /** Sign of the open list, as another sign begins no list there. */
  let list: string | undefined
  let isCode = false
  const take = (line: string): boolean => {
    if (isCode) {
      isCode = !FENCE_END.test(line)
      if (isCode) read.push(line)
      return isCode || line === '```'
    }
    const [sign, delimiter = '-'] = ITEM.exec(line) ?? []
    if (sign !== undefined && (list === undefined ? open.length === 0 : list === delimiter)) {
      const words = line.slice(sign.length)
      if (!close() || BLOCK_SIGN.test(words)) return false
      open = [words]
      list = delimiter
      return true
    }
    if (line.trim() === '' || (open.length === 0 && RULE.test(line))) return close()
    if (list !== undefined) return false
    const [mark] = HEADING.exec(line) ?? []
    if (mark !== undefined) return !/# *$/.test(line) && close() && closeWith(line.slice(mark.length))
    isCode = FENCE.test(line)
    if (isCode) return close()
    open.push(line)
    return !BLOCK_SIGN.test(line)
  }
  const closeWith = (written: string): boolean => {
    const words = inlineWords(written)
    if (words !== undefined) read.push(words)
    return words !== undefined
  }
  const close = (): boolean => {
    const written = open.join('\n')
    open = []
    list = undefined
    return closeWith(written)
  }
  return text.split('\n').every(take) && !isCode && close() ? read.join('\n') : undefined
}

function inlineWords(written: string): string | undefined {
  let words = ''
  let at = 0
  for (const match of written.matchAll(PLAIN_INLINE)) {
    const [whole, code, link, strong, emphasis] = match
    const before = written.slice(at, match.index)
    const inner = link ?? strong ?? emphasis ?? ''
    if (UNUSUAL.test(before) || UNUSUAL.test(inner)) return undefined
    if (URL_IN_WORDS.test(lastWord(before)) || URL_IN_WORDS.test(inner)) return undefined
    words += before + (code ?? inner)
    at = match.index + whole.length
  }
  const rest = written.slice(at)
  return UNUSUAL.test(rest) ? undefined : words + rest
}

function lastWord(text: string): string {
  return text.slice(Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n')) + 1)
}
