import { elementNamed, isElement, parseHtml, textOf } from '../../content/html/tree.ts'
import { foldWhiteSpace } from '../../content/text.ts'
import { isRecord } from '../../system/record.ts'
import { kindOf } from '../../system/report.ts'
import { atOnce } from '../../system/steps.ts'
import { wellFormedValue } from '../../system/well-formed.ts'
import { topLevelParts } from '../block-grammar.ts'
import type { ArticleMeta } from './article-fields.ts'
import { metaOf } from './article-meta.ts'
import { isDatedMarkup } from './dated-parts.ts'
import { FieldReader } from './field-reader.ts'
import { type Parts, partsOf } from './file-parts.ts'
import {
  MAX_FRONT_MATTER,
  NewsroomFileError,
  type NewsroomFileWarning,
  readYaml,
  type YamlFields,
} from './front-matter.ts'
import type { MarkdownReader } from './markdown/markdown.ts'

export interface ReadArticle {
  meta: ArticleMeta
  /** HTML or Markdown. */
  written: string
  linesBefore: number
}

interface ArticleWorld {
  /** Absent: HTML. */
  markdown?: MarkdownReader | undefined
  /** For a page, and for an article whose file name has one. */
  date?: string | undefined
  /** In Jekyll's `_drafts`, which is not published. */
  isInDrafts?: boolean | undefined
  onWarning?(warning: NewsroomFileWarning): void
}

/**
 * Reads an article or a page, also in spellings of other generators (SRC-70). Useless parts are reported and left out.
 * @throws {NewsroomFileError} naming file, line and remedy
 */
export function readArticle(file: string, text: string, world: ArticleWorld = {}): ReadArticle {
  const parts = partsOf(text)
  const { markdown } = world
  if (parts.kind === 'none' && !markdown) throw new NewsroomFileError(`${file}: no front matter between two --- lines`)
  if (parts.front.length > MAX_FRONT_MATTER) {
    throw new NewsroomFileError(
      `${file}: the front matter has ${parts.front.length} characters, more than ${MAX_FRONT_MATTER}`,
    )
  }
  const { value, lineOf } = fieldsOf(file, parts, markdown)
  if (value !== null && value !== undefined && !isRecord(value)) {
    throw new NewsroomFileError(`${file}:${parts.before + 1}: the front matter is ${kindOf(value)}, not fields`)
  }
  const reader = new FieldReader(file, value ?? {}, lineOf, world.onWarning)
  const meta = metaOf(reader, {
    title: () => markdown?.titleOf(parts.body),
    lead: () =>
      markdown ? beginningOf(markdown.blocks(firstParagraph(parts.body))) : beginningOf(undatedParts(parts.body)),
    date: world.date,
    isMarkdown: markdown !== undefined,
    isInDrafts: world.isInDrafts ?? false,
  })
  return { meta, written: parts.body, linesBefore: parts.bodyBefore }
}

function fieldsOf(file: string, { kind, front, before }: Parts, markdown: MarkdownReader | undefined): YamlFields {
  if (kind === 'none') return { value: {}, lineOf: () => undefined }
  if (kind === 'yaml') return readYaml(file, front, before)
  try {
    const value: unknown = kind === 'json' ? JSON.parse(front) : markdown?.toml(front)
    return { value: atOnce(wellFormedValue(value)), lineOf: lineOfName(front, before) }
  } catch (error) {
    const { line, message } = error as { line?: number; message: string }
    const where = typeof line === 'number' ? `${file}:${line + before}` : file
    throw new NewsroomFileError(`${where}: ${message.split('\n')[0]}`)
  }
}

function lineOfName(front: string, before: number): (name: string) => number | undefined {
  const lines = front.split('\n')
  return (name) => {
    const index = lines.findIndex((line) => line.trimStart().replace(/^["']/, '').startsWith(name))
    return index === -1 ? undefined : index + 1 + before
  }
}

/** As WordPress' generated excerpts. */
const LEAD_WORDS = 55
/** Leaves out parts whose date may not have come. */
function undatedParts(body: string): string {
  return topLevelParts(body)
    .filter((part) => !isDatedMarkup(part))
    .join('')
}

const COMMENT = /<!--|\{%-?\s{0,9}comment\b/
const COMMENT_END = /-->|\bendcomment\b/

/** Saves parsing all of a long Markdown text for a card; directives have dates, too. */
function firstParagraph(markdown: string): string {
  let [depth, fence] = [0, '']
  let comment: string | undefined
  let paragraph = ''
  for (const line of markdown.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined && (fence === '' || line.trim() === fence)) fence = fence === '' ? mark : ''
    else if (fence !== '') continue
    else if (comment !== undefined || COMMENT.test(line)) comment = COMMENT_END.test(line) ? undefined : line
    else if (/^:{3,}\s*[a-z]/i.test(line)) depth += 1
    else if (/^:{3,}\s*$/.test(line)) depth = Math.max(0, depth - 1)
    else if (depth > 0) continue
    else if (line.trim() === '') {
      if (paragraph !== '') return paragraph
    } else if (paragraph !== '' || /^[\p{L}\p{N}„"“«'(*_]/u.test(line)) paragraph += `${line}\n`
  }
  return paragraph.slice(0, BEGINNING)
}

/** In characters. */
const BEGINNING = 5000

/** The first paragraph without numbers of footnotes, for a card. */
function beginningOf(html: string): string {
  const paragraph = elementNamed(parseHtml(html.slice(0, BEGINNING)), 'p')
  const nodes = paragraph?.childNodes.filter((node) => !(isElement(node) && node.tagName === 'sup')) ?? []
  const words = foldWhiteSpace(textOf(nodes)).split(' ')
  return words.length > LEAD_WORDS ? `${words.slice(0, LEAD_WORDS).join(' ')}…` : words.join(' ')
}
