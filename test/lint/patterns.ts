import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { check } from 'recheck'
import ts from 'typescript'
import { type Check, type Fault, lineAt, programFiles, read, unless } from './project.ts'

const OWN_PATH = 'test/lint/patterns.ts'

/**
 * Patterns with polynomial run time, each with the bound of its input. They are listed literally, so that a changed one
 * is checked again.
 */
const BOUNDED: Record<string, Record<string, string>> = {
  'src/content/normalise/raw.ts': {
    '/<[^>]*>/g': 'reads markup that was written here: every sign that opens a tag is closed',
  },
  'src/content/words.ts': {
    '/<\\/?([a-z0-9]+)[^>]*>/g': 'reads markup that was written here: every sign that opens a tag is closed',
  },
  'src/observability/error-reports/sentry.ts': {
    '/[^\\s"\'<>=:/,;()]+@[^\\s"\'<>:/,;()]+/g': 'reads at most 2000 characters',
  },
  'src/content/slug.ts': {
    '/^-+|-+$/g': 'there are no two dashes next to each other by then',
    '/[-\\p{Surrogate}]+$/u': 'reads at most 80 characters',
  },
  'src/search/words/polish.ts': { '/(\\^?[a-z]+):(\\d+)([a-z]*)/g': 'reads a table of its own' },
  'src/content/image-rules.ts': { '/\\/+$/': 'reads a setting' },
  'src/sources/wordpress/client.ts': { '/\\/+$/': 'reads a setting' },
  'src/system/settings/forms.ts': { '/\\/+$/': 'reads a setting' },
  'src/system/scrub.ts': {
    '/[^\\s@"\'<>(),;:=]*(?:[@＠]|%40|&#0*64;|&#x0*40;|&commat;)[^\\s@"\'<>(),;]+/gi': 'reads at most 1000 characters',
  },
  'tools/newsroom/names.ts': {
    '/^[-_]+|[-_]+$/g': 'reads at most 1000 characters',
    '/^-+|-+$/g': 'reads at most 1000 characters',
    '/-+$/': 'reads at most 80 characters',
    '/[-_]+$/': 'reads at most 180 characters',
  },
  'tools/doctor/checks/pages.ts': {
    '/<section class="channel-box">.*?<a class="button" href="([^"]*)"/s':
      'reads a page of this portal, once, for a command',
    '/<html[^>]*\\s(?:⚡|amp)(?=[\\s>=])/': 'reads a page of this portal, once, for a command',
    '/<div[^>]*\\bclass="[^"]*\\barticle-body\\b[\\s\\S]*?(?=<footer|<\\/main>)/':
      'reads a page of this portal, once, for a command',
    '/<(script|style|noscript)\\b[\\s\\S]*?<\\/\\1>/g': 'reads a page of this portal, once, for a command',
    '/<[^>]*>/g': 'reads a page of this portal, once, for a command',
    '/<main[\\s\\S]*<\\/main>/': 'reads a page of this portal, once, for a command',
    '/<img\\b[^>]*?\\ssrc="([^"]+)"/g': 'reads a page of this portal, once, for a command',
  },
}

/**
 * Patterns that were found safe: the analysis has the same result each time, and of all of them it takes minutes. Those that
 * are not listed are checked, and all of them by another version of the tool. `NOTE_SAFE_PATTERNS=yes` writes the list.
 */
const NOTED_FILE = 'test/lint/safe-patterns.json'
const { version: TOOL } = createRequire(import.meta.url)('recheck/package.json') as { version: string }
const noted = JSON.parse(read(NOTED_FILE)) as { tool: string; safe: string[] }

/**
 * The analysis counts steps and never looks at a clock: with its default limits an attack that takes a second counts as a
 * finding, and on a busy machine a harmless one does.
 */
const BY_STEPS = {
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  /** More than a linear pattern reads of the longest attack, of 300,000 characters. */
  attackLimit: 100_000_000,
}

interface Pattern {
  file: string
  line: number
  text: string
}

/** All patterns of the program. */
function patterns(): Pattern[] {
  return programFiles().flatMap((file) => {
    const patterns: Pattern[] = []
    const text = read(file)
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node))
        patterns.push({ file, line: lineAt(text, node.getStart()), text: node.text })
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
    return patterns
  })
}

/** A pattern without repetition is safe. */
const repeats = ({ text }: Pattern): boolean => /[*+]|\{\d+,/.test(text)

async function statusOf({ text }: Pick<Pattern, 'text'>): Promise<'safe' | 'vulnerable' | 'unknown'> {
  const end = text.lastIndexOf('/')
  const { status } = await check(text.slice(1, end), text.slice(end + 1), BY_STEPS)
  return status
}

/** Those with polynomial run time, and notes about patterns that are gone. */
async function unsafe(): Promise<Fault[]> {
  const all = patterns()
  const isKnown = ({ file, text }: Pattern): boolean => BOUNDED[file]?.[text] !== undefined
  const unknown = new Map(all.filter((one) => repeats(one) && !isKnown(one)).map((one) => [one.text, one]))
  const safe = new Set(noted.tool === TOOL ? noted.safe.filter((text) => unknown.has(text)) : [])
  const faults = unless(all.length > 250, OWN_PATH, 'fewer than 250 patterns of the program')
  for (const pattern of unknown.values()) {
    if (safe.has(pattern.text)) continue
    const status = await statusOf(pattern)
    if (status === 'safe') safe.add(pattern.text)
    else faults.push({ file: pattern.file, line: pattern.line, problem: `${status}: ${pattern.text}` })
  }
  if (process.env.NOTE_SAFE_PATTERNS) {
    writeFileSync(NOTED_FILE, `${JSON.stringify({ tool: TOOL, safe: [...safe].sort() }, undefined, 2)}\n`)
    return faults
  }
  const written = new Set(all.map(({ file, text }) => `${file} ${text}`))
  const named = Object.entries(BOUNDED).flatMap(([file, texts]) => Object.keys(texts).map((text) => `${file} ${text}`))
  return [
    ...faults,
    ...noted.safe
      .filter((text) => !unknown.has(text))
      .map((text) => ({
        file: NOTED_FILE,
        problem: `noted and gone: ${text} (NOTE_SAFE_PATTERNS=yes writes the list)`,
      })),
    ...named
      .filter((name) => !written.has(name))
      .map((name) => ({ file: OWN_PATH, problem: `has a bound and is gone: ${name}` })),
  ]
}

async function selfTest(): Promise<Fault[]> {
  const cases = [
    ['/^(a+)+$/', 'vulnerable'],
    ['/\\/+$/', 'vulnerable'],
    ['/^[a-z]+$/', 'safe'],
  ] as const
  const statuses = await Promise.all(cases.map(([text]) => statusOf({ text })))
  return cases.flatMap(([text, expected], index) =>
    unless(statuses[index] === expected, OWN_PATH, `${text} is ${statuses[index]}`),
  )
}

export const PATTERN_CHECKS: Check[] = [
  {
    name: 'SEC-17: no pattern has polynomial run time, except those with bounded input',
    faults: unsafe,
  },
  { name: 'SEC-17: the tool finds a known case', faults: selfTest },
]
