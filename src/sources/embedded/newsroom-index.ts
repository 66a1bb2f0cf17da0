import { createHash } from 'node:crypto'
import { stat, utimes } from 'node:fs/promises'
import * as z from 'zod'
import { readRegularFile, replaceFile } from '../../system/files.ts'
import { isRecord } from '../../system/record.ts'
import { takingTurns } from '../../system/steps.ts'
import { type ArticleMeta, articleMeta } from './article-fields.ts'

export interface FileStats {
  /** Bytes. */
  size: number
  /** Milliseconds; a copy may keep this date. */
  modified: number
  /** Stamp of this file in this place (`file-stamp.ts`). */
  stamp: string
}

/** A start reads neither the text nor the YAML of such a file (SRC-62). */
export interface IndexedArticle extends FileStats {
  path: string
  digest: string
  mayHaveUpdates: boolean
  meta: ArticleMeta
}

export type KnownText = Pick<IndexedArticle, 'meta' | 'mayHaveUpdates'>

/** Remembers parsed files. Dates and size of a file stand for its words until these are read after the start. */
export interface NewsroomIndex {
  /** Never rejects. */
  matching(path: string, stats: FileStats): Promise<IndexedArticle | undefined>
  /** Says what is known of a text that has been read. @param digest the text's */
  withDigest(digest: string): KnownText | undefined
  /** Writes the index where it changed, and forgets what it has read; never rejects. */
  save(articles: Iterable<() => IndexedArticle>): Promise<void>
  /** Says what the process before this one left, once; undefined: nothing. */
  takeLastRun(): LastRun | undefined
  /** Notes that changes until now have been reported; never rejects. @param now milliseconds since 1970 */
  noteReported(now: number): Promise<void>
}

export interface LastRun {
  articles: readonly IndexedArticle[]
  /** When it last looked. Milliseconds since 1970. */
  until: number
}

export interface NewsroomIndexFiles {
  /** Made by the build, and never written. */
  built?: string
  /** Absent: nothing is written. */
  own?: string
  /** Names the release; absent: every line is validated. */
  program?(): Promise<string>
  /** Called for a file that is broken or of another release, and is ignored. */
  onUnusable?(file: string, reason: string): void
}

/** Files of other forms are not read. */
const FORM = 5
/** Bytes, some 300,000 articles; a larger file is neither read nor written. */
const MAX_BYTES = 256 * 1024 ** 2

const head = z.object({ form: z.literal(FORM), digest: z.string(), program: z.string().optional() })
const file = {
  path: z.string(),
  size: z.number(),
  modified: z.number(),
  stamp: z.string(),
  digest: z.string(),
  mayHaveUpdates: z.boolean(),
}
/** Validated by the rules of this release, so that an index can say nothing that a file cannot. */
const line = z.object({ ...file, meta: articleMeta })
/** What this release has written, and what is whole by its digest, has passed its rules. */
const ownLine = z.object({ ...file, meta: z.custom<ArticleMeta>(isRecord) })

const secondOf = (milliseconds: number): number => Math.trunc(milliseconds / 1000)

export const digestOf = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('base64url')

/** @param onError called once when the file cannot be written */
export function createNewsroomIndex(
  { built, own, program, onUnusable = () => {} }: NewsroomIndexFiles,
  onError: (error: unknown) => void,
): NewsroomIndex {
  const known = new Map<string, IndexedArticle[]>()
  const byDigest = new Map<string, IndexedArticle>()
  /** The build's index is read when the own one lacks something. */
  const unread = [own, built].filter((file) => file !== undefined)
  let stored = ''
  let isWritable = true
  let saving = Promise.resolve()
  let lastRun: LastRun | undefined
  let ofOwn: readonly IndexedArticle[] | undefined

  const readNext = async (): Promise<void> => {
    const file = unread.shift()
    const read = file === undefined ? undefined : await readIndex(file, program, onUnusable)
    if (!read) return
    if (file === own) {
      stored = read.digest
      ofOwn = read.articles
      lastRun = read
    }
    for (const article of read.articles) {
      const others = known.get(article.path)
      if (others) others.push(article)
      else known.set(article.path, [article])
      byDigest.set(article.digest, article)
    }
  }

  const write = async (articles: Iterable<() => IndexedArticle>): Promise<void> => {
    // The catalogue has what files say now.
    known.clear()
    byDigest.clear()
    unread.length = 0
    if (own === undefined || !isWritable) return
    const before = new Set(ofOwn)
    ofOwn = undefined
    const text = await changedText(articles, before)
    if (text === undefined) return
    const digest = digestOf(text)
    if (digest === stored || text.length > MAX_BYTES) return
    try {
      await replaceFile(own, `${JSON.stringify({ form: FORM, digest, program: await program?.() })}\n${text}`)
      stored = digest
    } catch (error) {
      isWritable = false
      onError(error)
    }
  }

  return {
    async matching(path, stats) {
      for (;;) {
        const match = alikeAmong(known.get(path) ?? [], stats)
        if (match || unread.length === 0) return match
        await readNext()
      }
    },
    withDigest: (digest) => byDigest.get(digest),
    save(articles) {
      // Writings share a name, so one follows the other.
      saving = saving.then(() => write(articles))
      return saving
    },
    takeLastRun() {
      const taken = lastRun
      lastRun = undefined
      return taken
    },
    noteReported(now) {
      // The date of the file is all that changes, every minute.
      if (own !== undefined && isWritable) {
        saving = saving.then(() => utimes(own, now / 1000, now / 1000)).catch(() => {})
      }
      return saving
    },
  }
}

/** @param program this release; undefined: unknown */
async function articlesIn(
  bytes: Buffer,
  program: string | undefined,
): Promise<{ digest: string; articles: IndexedArticle[] }> {
  const end = bytes.indexOf('\n')
  if (end === -1) throw new Error('not an index')
  const { digest, program: writtenBy } = head.parse(JSON.parse(bytes.toString('utf8', 0, end)))
  const rest = bytes.subarray(end + 1)
  if (digestOf(rest) !== digest) throw new Error('not whole')
  const rules = program !== undefined && writtenBy === program ? ownLine : line
  const pause = takingTurns()
  const once = sharedNames()
  const articles: IndexedArticle[] = []
  // One text of all lines would take twice its bytes, as some letters are Polish.
  for (let from = 0; from < rest.length; ) {
    const next = rest.indexOf('\n', from)
    const to = next === -1 ? rest.length : next
    articles.push(once(rules.parse(JSON.parse(rest.toString('utf8', from, to)))))
    from = to + 1
    await pause()
  }
  return { digest, articles }
}

/** Ten thousand articles have a hundred authors, categories and tags: each name is in memory once. */
function sharedNames(): (article: IndexedArticle) => IndexedArticle {
  const names = new Map<string, string>()
  const one = (name: string): string => {
    const known = names.get(name)
    if (known !== undefined) return known
    names.set(name, name)
    return name
  }
  return (article) => {
    const { meta } = article
    const { author, tags, category } = meta
    return { ...article, meta: { ...meta, author: author.map(one), category: one(category), tags: tags.map(one) } }
  }
}

function alikeAmong(candidates: readonly IndexedArticle[], stats: FileStats): IndexedArticle | undefined {
  const same = candidates.find(({ stamp }) => stamp === stats.stamp)
  if (same) return same
  // A copy keeps a date to the second at least; texts are read behind the start.
  const alike = candidates.filter(
    ({ size, modified }) => size === stats.size && secondOf(modified) === secondOf(stats.modified),
  )
  // Newsrooms of one build may have files of one name and size, and an image one date for all.
  return alike.every(({ digest }) => digest === alike[0]?.digest) ? alike[0] : undefined
}

async function readIndex(
  file: string,
  program: NewsroomIndexFiles['program'],
  onUnusable: (file: string, reason: string) => void,
): Promise<(LastRun & { digest: string }) | undefined> {
  const bytes = await readRegularFile(file, MAX_BYTES).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') onUnusable(file, error.message)
  })
  if (!bytes) return undefined
  try {
    return { ...(await articlesIn(bytes, await program?.())), until: (await stat(file)).mtimeMs }
  } catch (error) {
    onUnusable(file, error instanceof Error ? error.message : 'not an index')
    return undefined
  }
}

/** @returns the lines of an index, or undefined when all were in it before: writing takes as long as reading did */
async function changedText(
  articles: Iterable<() => IndexedArticle>,
  before: ReadonlySet<IndexedArticle>,
): Promise<string | undefined> {
  const pause = takingTurns()
  const current: IndexedArticle[] = []
  for (const article of articles) {
    current.push(article())
    await pause()
  }
  if (current.length === before.size && current.every((article) => before.has(article))) return undefined
  const lines: string[] = []
  for (const article of current) {
    lines.push(JSON.stringify(article))
    await pause()
  }
  return lines.join('\n')
}
