import { escapeHtml } from '../../src/system/escape.ts'

const LANGUAGES =
  'actionscript actionscript3 arduino as3 bash batch bat clojure clj coldfusion cf cpp c csharp c-sharp css delphi pascal pas diff patch dockerfile erlang erl fsharp go golang groovy haskell html html5 xhtml java javafx jfx javascript js jscript json kotlin latex tex lua matlab matlabkey objc objective-c obj-c perl pl php plain text ps powershell py python r rails ror ruby rb rust scala sh shell sql swift ts typescript vb vbnet xml xslt yaml yml'.split(
    ' ',
  )
const ANY = 'sourcecode source code crayon codeblock prism enlighter cc cc_code'.split(' ')
const NAMES = new Set([...LANGUAGES, ...ANY])
/** These names are words too, so the text must look like code. */
const WORDS = new Set('text plain go source c r cf diff as3 swift scala'.split(' '))
/** Code Colorer writes `[cc_php]`. */
const PREFIX = /^cc_/
const ALIASES: Readonly<Record<string, string>> = {
  js: 'javascript',
  jscript: 'javascript',
  py: 'python',
  rb: 'ruby',
  pl: 'perl',
  sh: 'bash',
  shell: 'bash',
  csharp: 'csharp',
  'c-sharp': 'csharp',
  xhtml: 'html',
  xslt: 'xml',
  yml: 'yaml',
  ts: 'typescript',
  golang: 'go',
  text: 'plain',
}
const OPENING = /\[([a-z][\w+-]{0,20})((?:\s(?:"[^"]{0,200}"|'[^']{0,200}'|[^"'[\]<>]){0,200})?)\]/gi
/** Characters. */
const MAX_CODE = 500_000

/** Turns code between shortcodes of highlighters into `pre`, and does not escape it twice. */
export function withCode(text: string): string {
  if (!text.includes('[/')) return text
  const lower = text.toLowerCase()
  /** Another search for the same closing tag would be quadratic. */
  const endless = new Set<string>()
  let out = ''
  let from = 0
  OPENING.lastIndex = 0
  for (let match = OPENING.exec(text); match; match = OPENING.exec(text)) {
    const [opening, written = '', attributes = ''] = match
    const name = written.toLowerCase()
    const isCode = NAMES.has(name) || NAMES.has(name.replace(PREFIX, ''))
    if (!isCode || endless.has(name) || attributes.trimEnd().endsWith('/') || isQuoted(text, match.index)) continue
    const start = match.index + opening.length
    const end = lower.indexOf(`[/${name}]`, start)
    if (end === -1) {
      endless.add(name)
      continue
    }
    const code = text.slice(start, end)
    if (code.length > MAX_CODE || (WORDS.has(name) && !/[<>&{};=]|\n/.test(code))) continue
    out += text.slice(from, match.index) + codeMarkup(code, languageOf(name.replace(PREFIX, ''), attributes))
    from = end + name.length + '[/]'.length
    OPENING.lastIndex = from
  }
  return out + text.slice(from)
}

/** The tag is escaped, or is an example in code. */
function isQuoted(text: string, at: number): boolean {
  return text[at - 1] === '[' || /<(?:code|pre|kbd)\b[^<>]*>\s*$/i.test(text.slice(Math.max(0, at - 200), at))
}

function languageOf(name: string, attributes: string): string | undefined {
  const [, double, single, bare] =
    /\b(?:language|lang|type)\s*=\s*(?:"([^"]*)"|'([^']*)'|([\w+#-]+))/i.exec(attributes) ?? []
  const written = (double ?? single ?? bare ?? (ANY.includes(name) ? '' : name)).trim().toLowerCase()
  const language = ALIASES[written] ?? written
  return language === '' || language === 'plain' ? undefined : language
}

/** @param code WordPress may have escaped it on saving */
function codeMarkup(code: string, language: string | undefined): string {
  const plain = code.replace(/<br\s*\/?>\n?|<\/p>\s*<p>/gi, '\n').replace(/<\/?p>/gi, '')
  const isEscaped = !/[<>]/.test(plain) && /&(?:lt|gt|amp|quot|#0?39|nbsp);/.test(plain)
  const lines = (isEscaped ? plain.replaceAll('&nbsp;', ' ') : code).replace(/^[ \t]*\r?\n/, '').trimEnd()
  const text = isEscaped ? lines : escapeHtml(lines)
  const className = language === undefined ? '' : ` class="language-${escapeHtml(language)}"`
  // Code has no shortcodes or blocks.
  const shown = text.replace(/\[/g, '&#91;').replace(/\]/g, '&#93;')
  return `\n\n<pre class="wp-block-code"><code${className}>${shown}</code></pre>\n\n`
}
