import Prism from 'prismjs'
import 'prismjs/components/prism-bash.js'
import 'prismjs/components/prism-json.js'
import 'prismjs/components/prism-python.js'
import 'prismjs/components/prism-solidity.js'
import 'prismjs/components/prism-sql.js'
import 'prismjs/components/prism-typescript.js'
import 'prismjs/components/prism-yaml.js'
import { escapeHtml, type SafeHtml } from '../system/escape.ts'

const ALIASES: Record<string, string> = {
  js: 'javascript',
  ts: 'typescript',
  sh: 'bash',
  shell: 'bash',
  py: 'python',
  yml: 'yaml',
  html: 'markup',
  xml: 'markup',
  sol: 'solidity',
}

const PLAIN: ReadonlySet<string> = new Set(['plain', 'plaintext', 'text', 'txt'])

/** Characters: grammars take quadratic time, across lines too (COST-5). */
const MAX_HIGHLIGHTED = 10_000
const MAX_SLOWLY_HIGHLIGHTED = 4000
const SLOW: ReadonlySet<string> = new Set(['css', 'html', 'markup', 'mathml', 'svg', 'xml'])
const MAX_LINE = 500

/** Keeps every character. */
export function highlight(code: string, language: string | undefined): SafeHtml {
  // Only languages with rules load grammars (docs/decisions/123).
  if (language === undefined || PLAIN.has(language)) return escapeHtml(code)
  const name = ALIASES[language] ?? language
  const grammar = Object.hasOwn(Prism.languages, name) ? Prism.languages[name] : undefined
  if (!grammar || typeof grammar === 'function' || isTooLong(code, name)) return escapeHtml(code)
  return tokensHtml(Prism.tokenize(code, grammar))
}

function isTooLong(code: string, language: string): boolean {
  if (code.length > (SLOW.has(language) ? MAX_SLOWLY_HIGHLIGHTED : MAX_HIGHLIGHTED)) return true
  // A pattern scans a line's rest from each character (SEC-17).
  return code.split('\n').some((line) => line.length > MAX_LINE)
}

/** One function escapes all, not the library's serialiser. */
function tokensHtml(tokens: string | Prism.Token | Array<string | Prism.Token>): SafeHtml {
  if (typeof tokens === 'string') return escapeHtml(tokens)
  if (Array.isArray(tokens)) return tokens.map(tokensHtml).join('') as SafeHtml
  return `<span class="token ${escapeHtml(tokens.type)}">${tokensHtml(tokens.content as Parameters<typeof tokensHtml>[0])}</span>` as SafeHtml
}
