import { isDate } from '../../content/dates.ts'
import type { ArticleMeta } from './article-fields.ts'
import { readArticle } from './article-file.ts'
import { nameSlug } from './article-meta.ts'
import { type Calendar, type CatalogueArticle, mentionsDates } from './dated-parts.ts'
import { partsOf } from './file-parts.ts'
import type { NewsroomFile } from './folder.ts'
import { NewsroomFileError, NewsroomFileWarning } from './front-matter.ts'
import type { MarkdownProblem, MarkdownReader } from './markdown/markdown.ts'
import type { KnownTexts } from './newsroom-index.ts'

export interface ReadEntry {
  article: CatalogueArticle
  /** With dates as they were written. */
  written: ArticleMeta
}

export interface Reading {
  calendar: Calendar
  known: KnownTexts | undefined
  /** Absent without Markdown. */
  markdown: MarkdownReader | undefined
  onError(error: unknown): void
}

/** @throws {NewsroomFileError} */
export function articleEntry(file: NewsroomFile, kind: 'article' | 'page', reading: Reading): ReadEntry {
  const { path, indexed } = file
  const markdown = path.endsWith('.md') ? reading.markdown : undefined
  const { name, date } = namedBy(path)
  const known = indexed ?? (file.digest === undefined ? undefined : reading.known?.withDigest(file.digest))
  const saved = file.stats && new Date(file.stats.modified).toISOString().slice(0, 16)
  const meta =
    known?.meta ??
    detached(
      readArticle(path, file.text, {
        markdown,
        date: date ?? (kind === 'page' ? saved : undefined),
        isInDrafts: path.includes('/_drafts/'),
        onWarning: reading.onError,
      }).meta,
    )
  const local = inZone(meta, reading.calendar)
  const slug = local.slug ?? (markdown ? nameSlug(name) : name)
  const own = { slug, path: kind === 'page' ? `/${slug}` : datedPath(slug, local), file: path, meta: local }
  const { onError } = reading
  let isReported = false
  const bodyNow = (): string => {
    const body = bodyOf(file, meta.title, markdown, isReported ? () => {} : onError)
    isReported = true
    return body
  }
  const article = {
    ...own,
    at: reading.calendar.at(local.date),
    version: file.digest ?? indexed?.digest ?? '',
    plainWords: markdown && (() => markdown.plainWords(partsOf(file.text).body)),
    mayHaveUpdates: known?.mayHaveUpdates ?? mentionsDates(markdown ? file.text : partsOf(file.text).body),
    get body() {
      // The text of HTML contains its body.
      return markdown && file.withText ? file.withText(bodyNow) : bodyNow()
    },
  }
  return { article, written: meta }
}

/** A substring keeps the whole text in memory. */
function detached(meta: ArticleMeta): ArticleMeta {
  return structuredClone(meta)
}

/** Jekyll's `2026-03-01-title.md` has its date, Hugo's `title/index.md` its folder. */
function namedBy(path: string): { name: string; date?: string } {
  const parts = path.replace(/\.(?:html|md)$/, '').split('/')
  const last = parts.pop() ?? ''
  if (path.endsWith('.html')) return { name: last }
  const name = last === 'index' ? (parts.at(-1) ?? last) : last
  const [, date, rest] = /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(name) ?? []
  return date !== undefined && rest !== undefined && isDate(date) ? { name: rest, date: `${date}T00:00` } : { name }
}

/** Leaves out and reports a text that the parser cannot read. */
function bodyOf(
  file: NewsroomFile,
  title: string,
  markdown: MarkdownReader | undefined,
  onError: (error: unknown) => void,
): string {
  const { body, bodyBefore } = partsOf(file.text)
  if (!markdown) return body
  const report = ({ line, text }: MarkdownProblem): void =>
    onError(new NewsroomFileWarning(`${file.path}:${line}: ${text}`))
  try {
    return markdown.blocks(body, title, report, bodyBefore)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    onError(new NewsroomFileError(`${file.path}: the text cannot be read as Markdown (${reason})`))
    return ''
  }
}

function inZone(meta: ArticleMeta, { localOf }: Calendar): ArticleMeta {
  const [date, updated, expires] = [
    localOf(meta.date),
    meta.updated && localOf(meta.updated),
    meta.expires && localOf(meta.expires),
  ]
  if (date === meta.date && updated === meta.updated && expires === meta.expires) return meta
  return { ...meta, date, ...(updated && { updated }), ...(expires && { expires }) }
}

function datedPath(slug: string, { date }: ArticleMeta): string {
  return `/${date.slice(0, 4)}/${date.slice(5, 7)}/${slug}`
}

export async function loadMarkdown(): Promise<MarkdownReader> {
  const { markdownReader } = await import('./markdown/markdown.ts')
  return markdownReader
}
