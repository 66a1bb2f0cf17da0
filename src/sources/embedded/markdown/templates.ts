/** A line break that the file lacks, while lines are counted. */
const ADDED = '\uE000'

interface Plain {
  markdown: string
  /** The file's line, from 1, of a line of the Markdown. */
  lineOf(line: number): number
}

/**
 * Replaces Liquid (Jekyll) and shortcodes (Hugo): known tags become Markdown; unknown ones go, without the text
 * inside.
 * @param onProblem called with the line of what was left out
 * @param site replaces tags of a site that is moved
 */
export function withoutTemplates(
  text: string,
  onProblem: (line: number, problem: string) => void,
  site: TemplateSite = NO_SITE,
): Plain {
  if (!/\{[%{:]|^:{3,}[ \t]/m.test(text)) return { markdown: text, lineOf: (line) => line }
  let [counted, line] = [0, 1]
  const lineAt = (place: number): number => {
    for (; counted < place; counted++) if (text[counted] === '\n') line++
    return line
  }
  // A moved site misses values.
  const isQuiet = (tag: string): boolean => QUIET.test(tag) && !(site.keepsRaw && tag.startsWith('{{'))
  const inCode = (code: string): string => (site.readsCode ? code.replace(RAW_TAG, '') : code)
  const changed = outsideOfCode(text, inCode, (piece, from) => {
    const leftOut = (place: number, what: string): string => {
      onProblem(lineAt(from + place), `${what} is left out`)
      return ''
    }
    const replaced = (tag: string, place: number): string => {
      const own = site.replaced(tag)
      if (own !== undefined) return own
      const [, kind, target = ''] = LIQUID_LINK.exec(tag) ?? []
      if (kind !== undefined) return liquidLink(kind, target)
      const { name, rest } = shortcodeOf(tag)
      if (name === undefined) return isQuiet(tag) ? '' : leftOut(place, `template "${tag.slice(0, 40)}"`)
      const known = Object.hasOwn(SHORTCODES, name) ? SHORTCODES[name]?.(parametersOf(rest)) : undefined
      if (known !== undefined) return known
      return CLOSING.test(tag) ? '' : leftOut(place, `shortcode "${name}"`)
    }
    return replaceTags(withoutContents(piece), replaced, site.keepsRaw).replace(KRAMDOWN, '').replace(SPACED, '$1$2')
  })
  let last = 1
  const lines = [last]
  for (const sign of changed) {
    if (sign === '\n') last++
    if (sign === '\n' || sign === ADDED) lines.push(last)
  }
  return { markdown: changed.replaceAll(ADDED, '\n'), lineOf: (line) => lines[line - 1] ?? line }
}

/** A site that is moved knows its pages. */
export interface TemplateSite {
  /** @returns undefined for a tag that means the same on every site */
  replaced(tag: string): string | undefined
  /** The newsroom reads the result as Markdown again. */
  keepsRaw: boolean
  /** Liquid reads tags in code. */
  readsCode?: boolean
}

const NO_SITE: TemplateSite = { replaced: () => undefined, keepsRaw: false }

/** Pandoc's `::: note`. */
const SPACED = /^(:{3,})[ \t]{0,9}([a-z][\w-]{0,40})[ \t]{0,9}(?=[[{]|$)/gim
const FENCE = /^ {0,3}(`{3,}|~{3,})/
const CODE = /`[^`\n]+`/g

/** A line of nothing but the tag goes too. */
const RAW_TAG = /^[ \t]{0,20}\{%-?\s{0,20}(?:end)?raw\s{0,20}-?%\}[ \t]{0,20}\n|\{%-?\s{0,20}(?:end)?raw\s{0,20}-?%\}/gm

/** Code shows templates as they are. */
function outsideOfCode(
  text: string,
  inCode: (code: string) => string,
  change: (piece: string, from: number) => string,
): string {
  let changed = ''
  /** Start of the piece outside of fences, and the open fence. */
  let [from, at, fence] = [0, 0, '']
  const take = (until: number): void => {
    let start = from
    for (const match of text.slice(from, until).matchAll(CODE)) {
      const place = from + match.index
      changed += change(text.slice(start, place), start) + inCode(match[0])
      start = place + match[0].length
    }
    changed += change(text.slice(start, until), start)
  }
  for (const line of text.split('\n')) {
    const marks = FENCE.exec(line)?.[1] ?? ''
    const end = Math.min(at + line.length + 1, text.length)
    if (fence === '' && marks !== '') {
      take(at)
      ;[from, fence] = [at, marks]
    } else if (fence !== '' && marks.startsWith(fence) && line.trim() === marks) {
      changed += inCode(text.slice(from, end))
      ;[from, fence] = [end, '']
    }
    at = end
  }
  if (fence === '') take(text.length)
  else changed += inCode(text.slice(from))
  return changed
}

/** Longer tags are text, as a search for a missing end is quadratic. */
const TAG = /\{%[^{}%]{0,1000}%\}|\{\{[^{}]{0,1000}\}\}/g
const BLOCK = /^\{%-?\s*(highlight|raw|comment)\b(?:\s+([\w+-]+))?/
const HUGO_CODE = /^\{\{[<%]\s*(highlight)\b(?:\s+"?([\w+-]+))?/
/** Liquid's and Hugo's. */
const ENDS = {
  highlight: /\{%-?\s{0,20}endhighlight\s{0,20}-?%\}|\{\{[<%]\s{0,20}\/\s{0,20}highlight\s{0,20}[>%]\}\}/g,
  raw: /\{%-?\s{0,20}endraw\s{0,20}-?%\}/g,
  comment: /\{%-?\s{0,20}endcomment\s{0,20}-?%\}/g,
}

/** Code between two tags becomes a fence; text between two `raw` stays; other tags are replaced one by one. */
function replaceTags(text: string, replaced: (tag: string, place: number) => string, keepsRaw: boolean): string {
  let [written, from] = ['', 0]
  const without = new Set<string>()
  for (TAG.lastIndex = 0; ; ) {
    const match = TAG.exec(text)
    if (!match) return written + text.slice(from)
    const [tag] = match
    const place = match.index
    const [, block, language = ''] = BLOCK.exec(tag) ?? HUGO_CODE.exec(tag) ?? []
    const after = place + tag.length
    written += text.slice(from, place)
    from = after
    if (block !== 'highlight' && block !== 'raw' && block !== 'comment') {
      written += replaced(tag, place)
      continue
    }
    ENDS[block].lastIndex = after
    const end = without.has(block) ? null : ENDS[block].exec(text)
    if (!end) {
      without.add(block)
      continue
    }
    const inside = text.slice(after, end.index)
    const isFenced = block === 'highlight'
    if (block === 'raw' && keepsRaw) written += tag + inside + end[0]
    else if (block === 'comment') written += '\n'.repeat(inside.split('\n').length - 1)
    else
      written += isFenced
        ? `${ADDED}\`\`\`${language}${inside.startsWith('\n') ? '' : ADDED}${inside}${inside.endsWith('\n') ? '' : ADDED}\`\`\`${ADDED}`
        : inside
    from = end.index + end[0].length
    TAG.lastIndex = from
  }
}

const LIQUID_LINK = /^\{%-?\s*(post_url|link)\s+([^\s%]+)\s*-?%\}$/
const QUIET = /^\{%-?\s*(?:endcomment|assign|capture|endcapture)\b|^\{\{-?\s*(?:site|page)\./
const CLOSING = /^\{\{[<%]\s*\//
/** kramdown's attributes: `{: .class}`, `{:toc}`. */
const KRAMDOWN = /\{:(?:toc|\s*[.#][^{}\n]{0,300}|\s*[\w-]{1,40}=[^{}\n]{0,300})\}/g
const HUGO = /^\/?\s*([\w/-]+)/

/** Removes the list that kramdown replaces by a table of contents; the portal makes its own. */
function withoutContents(text: string): string {
  if (!text.includes('\n{:')) return text
  const lines = text.split('\n')
  return lines
    .map((line, index) => (/^\{: ?toc/.test(lines[index + 1] ?? '') && /^[*+-] /.test(line) ? '' : line))
    .join('\n')
}

/** `2026-03-01-title` is of March 2026. */
function liquidLink(kind: string, target: string): string {
  const name = target.slice(target.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  const [, year, month, slug] = /^(\d{4})-(\d{2})-\d{2}-(.+)$/.exec(name) ?? []
  if (year !== undefined) return `/${year}/${month}/${slug}`
  return kind === 'link' ? `/${name}` : name
}

/** `{{< name a=b />}}`, `{{% name %}}` */
function shortcodeOf(tag: string): { name?: string; rest: string } {
  const inside = /^\{\{[<%]/.test(tag) ? tag.slice('{{<'.length, -'>}}'.length).trim() : ''
  const match = HUGO.exec(inside)
  if (!match?.[1]) return { rest: '' }
  const rest = inside.slice(match[0].length)
  return { name: match[1], rest: rest.endsWith('/') ? rest.slice(0, -1) : rest }
}

type Parameters = Readonly<Record<string, string>>

/** `{{< figure src="a.jpg" caption="…" >}}`, `{{< youtube abcdefghijk >}}`; nameless ones are numbered. */
function parametersOf(text: string): Parameters {
  const parameters: Record<string, string> = {}
  let next = 0
  for (const [, name, double, back, bare] of text.matchAll(
    /(?:([\w-]+)\s*=\s*)?(?:"([^"]*)"|`([^`]*)`|([^\s"`=]+))/g,
  )) {
    parameters[name ?? String(next++)] = double ?? back ?? bare ?? ''
  }
  return parameters
}

const quoted = (text: string | undefined): string => (text ? ` "${text.replaceAll('"', '”')}"` : '')
const alone = (markdown: string): string => `${ADDED}${ADDED}${markdown}${ADDED}${ADDED}`

/** Hugo's own. */
const SHORTCODES: Readonly<Record<string, (parameters: Parameters) => string | undefined>> = {
  figure: ({ src, alt, caption, title, attr }) =>
    src === undefined
      ? undefined
      : alone(
          `![${alt ?? caption ?? title ?? ''}](<${src}>${quoted([title, caption, attr].filter(Boolean).join(' '))})`,
        ),
  youtube: ({ 0: first, id = first }) => (id ? alone(`https://www.youtube.com/watch?v=${id}`) : undefined),
  vimeo: ({ 0: first, id = first }) => (id ? alone(`https://vimeo.com/${id}`) : undefined),
  instagram: ({ 0: id }) => (id ? alone(`https://www.instagram.com/p/${id}/`) : undefined),
  x: ({ user, id }) => (user && id ? alone(`https://x.com/${user}/status/${id}`) : undefined),
  tweet: ({ user, id }) => (user && id ? alone(`https://x.com/${user}/status/${id}`) : undefined),
  gist: ({ 0: user, 1: id }) => (user && id ? alone(`https://gist.github.com/${user}/${id}`) : undefined),
  ref: ({ 0: target = '', path = target }) => nameOf(path),
  relref: ({ 0: target = '', path = target }) => nameOf(path),
}

/** Articles of a folder link to each other by file name. */
function nameOf(path: string): string {
  const [file = '', anchor] = path.split('#')
  const name = file.replace(/(?:\/index)?\.\w+$/, '').replace(/\/$/, '')
  return `${name.slice(name.lastIndexOf('/') + 1)}${anchor === undefined ? '' : `#${anchor}`}`
}
