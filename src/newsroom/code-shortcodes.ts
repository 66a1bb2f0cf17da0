import { escapeHtml } from '../content/html/escape.ts'

/** Languages of SyntaxHighlighter and its kin, which are names of its shortcodes. */
const LANGUAGES =
  'actionscript3 arduino as3 bash batch bat clojure clj coldfusion cf cpp c csharp c-sharp css delphi pascal pas diff patch dockerfile erlang erl fsharp go golang groovy haskell html xhtml java javafx jfx javascript js jscript json kotlin latex tex lua matlab matlabkey objc objective-c obj-c perl pl php plain text ps powershell py python r rails ror ruby rb rust scala sh shell sql swift ts typescript vb vbnet xml xslt yaml yml'.split(
    ' ',
  )
/** Shortcodes of any language. */
const ANY = 'sourcecode source code crayon codeblock prism cc cci cc_code'.split(' ')
const NAMES = new Set([...LANGUAGES, ...ANY])
/** Their other names for languages. */
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
const OPENING = /\[([a-z][\w-]{0,20})((?:\s[^[\]<>]{0,500})?)\]/gi
/** Code of more characters is none of an article. */
const MAX_CODE = 500_000

/**
 * Code between shortcodes of highlighters (`[php]`, `[sourcecode language="xml"]`, Crayon) as `pre`: what stands in it is
 * the author's text, whatever it looks like. Code that WordPress has escaped on saving is not escaped twice.
 */
export function withCode(text: string): string {
  if (!text.includes('[/')) return text
  let out = ''
  let from = 0
  OPENING.lastIndex = 0
  for (let match = OPENING.exec(text); match; match = OPENING.exec(text)) {
    const [opening, written = '', attributes = ''] = match
    const name = written.toLowerCase()
    if (!NAMES.has(name) || text[match.index - 1] === '[') continue
    const start = match.index + opening.length
    const end = closingOf(text, name, start)
    if (end === undefined || end - start > MAX_CODE) continue
    // A line of words between such brackets is no code: `[text]`, `[c]`.
    out += text.slice(from, match.index) + codeMarkup(text.slice(start, end), languageOf(name, attributes))
    from = end + name.length + '[/]'.length
    OPENING.lastIndex = from
  }
  return out + text.slice(from)
}

function closingOf(text: string, name: string, from: number): number | undefined {
  const closing = new RegExp(`\\[/${name}\\]`, 'ig')
  closing.lastIndex = from
  return closing.exec(text)?.index
}

function languageOf(name: string, attributes: string): string | undefined {
  const [, double, single, bare] =
    /\b(?:language|lang|type)\s*=\s*(?:"([^"]*)"|'([^']*)'|([\w+#-]+))/i.exec(attributes) ?? []
  const written = (double ?? single ?? bare ?? (ANY.includes(name) ? '' : name)).trim().toLowerCase()
  const language = ALIASES[written] ?? written
  return language === '' || language === 'plain' ? undefined : language
}

/** @param code as written; escaped where it has references for angle brackets, and none itself */
function codeMarkup(code: string, language: string | undefined): string {
  const isEscaped = !/[<>]/.test(code) && /&(?:lt|gt|amp|quot|#0?39);/.test(code)
  const lines = code.replace(/^[ \t]*\r?\n/, '').replace(/\s+$/, '')
  const text = isEscaped ? lines : escapeHtml(lines)
  const className = language === undefined ? '' : ` class="language-${escapeHtml(language)}"`
  // Brackets of code are no shortcodes.
  const shown = text.replace(/\[/g, '&#91;').replace(/\]/g, '&#93;')
  return `\n\n<pre class="wp-block-code"><code${className}>${shown}</code></pre>\n\n`
}
