import { createHash } from 'node:crypto'
import * as z from 'zod'
import { readRegularFile, replaceFile } from '../../system/files.ts'
import { takingTurns } from '../../system/steps.ts'
import { type ArticleMeta, articleMeta } from './front-matter.ts'

/** What the disk says of a file without its content. */
export interface FileStats {
  /** Bytes. */
  size: number
  /** Date of the content, which a copy may keep. Milliseconds. */
  modified: number
  /** Of this file in this place (`file-stamp.ts`). */
  stamp: string
}

/** What an index knows of a file: a start reads neither its text nor its YAML (SRC-62). */
export interface IndexedArticle extends FileStats {
  path: string
  /** Of the file's text. */
  digest: string
  /** Whether its body may have dated parts, so that it is read at once. */
  mayHaveUpdates: boolean
  meta: ArticleMeta
}

/**
 * What files said when they were last parsed. Dates and size of a file stand for its words until these are read behind the start;
 * where dates are not kept, the digest of its words does.
 */
export interface NewsroomIndex {
  /** What it knows of a file that has not been read; never rejects. */
  matching(path: string, stats: FileStats): Promise<IndexedArticle | undefined>
  /** The front matter of a text that has been read. */
  metaOf(text: string): ArticleMeta | undefined
  /** Writes what files say now, where the file says anything else, and forgets what it has read; never rejects. */
  save(articles: Iterable<() => IndexedArticle>): Promise<void>
}

export interface NewsroomIndexFiles {
  /** Read, and never written: made by the build. */
  built?: string | undefined
  /** Read and written; absent: nothing is. */
  own?: string | undefined
  /** Called for a file that is broken or of another release: it counts for nothing. */
  onUnusable?(file: string, reason: string): void
}

/** Another form has another number: files of other releases are not read. */
const FORM = 2
/** Some 300,000 articles; a larger one is neither read nor written. Bytes. */
const MAX_BYTES = 256 * 1024 ** 2

const head = z.object({ form: z.literal(FORM), digest: z.string() })
const line = z.object({
  path: z.string(),
  size: z.number(),
  modified: z.number(),
  stamp: z.string(),
  digest: z.string(),
  mayHaveUpdates: z.boolean(),
  // As the file has it: the rules of this release decide, and an index can say nothing that a file cannot.
  meta: articleMeta,
})

export const digestOf = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('base64url')

/** @param onError called once when the file cannot be written */
export function createNewsroomIndex(
  { built, own, onUnusable = () => {} }: NewsroomIndexFiles,
  onError: (error: unknown) => void,
): NewsroomIndex {
  const known = new Map<string, IndexedArticle[]>()
  const byDigest = new Map<string, IndexedArticle>()
  /** That of the build is read when the own one lacks something. */
  const unread = [own, built].filter((file) => file !== undefined)
  let stored = ''
  let isWritable = true
  let saving = Promise.resolve()

  const readNext = async (): Promise<void> => {
    const file = unread.shift()
    if (file === undefined) return
    const bytes = await readRegularFile(file, MAX_BYTES).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') onUnusable(file, error.message)
    })
    if (!bytes) return
    try {
      const { digest, articles } = await articlesIn(bytes)
      if (file === own) stored = digest
      for (const article of articles) {
        known.set(article.path, [...(known.get(article.path) ?? []), article])
        byDigest.set(article.digest, article)
      }
    } catch (error) {
      onUnusable(file, error instanceof Error ? error.message : 'not an index')
    }
  }

  const write = async (articles: Iterable<() => IndexedArticle>): Promise<void> => {
    // What files say now is in the catalogue.
    known.clear()
    byDigest.clear()
    unread.length = 0
    if (own === undefined || !isWritable) return
    const pause = takingTurns()
    const lines: string[] = []
    for (const article of articles) {
      lines.push(JSON.stringify(article()))
      await pause()
    }
    const text = lines.join('\n')
    const digest = digestOf(text)
    if (digest === stored || text.length > MAX_BYTES) return
    try {
      await replaceFile(own, `${JSON.stringify({ form: FORM, digest })}\n${text}`)
      stored = digest
    } catch (error) {
      isWritable = false
      onError(error)
    }
  }

  return {
    async matching(path, stats) {
      for (;;) {
        const candidates = known.get(path) ?? []
        const same = candidates.find(({ stamp }) => stamp === stats.stamp)
        if (same) return same
        const alike = candidates.filter(({ size, modified }) => size === stats.size && modified === stats.modified)
        // Newsrooms of one build may have files of one name and size, and an image one date for all.
        if (alike[0] && alike.every(({ digest }) => digest === alike[0]?.digest)) return alike[0]
        if (unread.length === 0) return undefined
        await readNext()
      }
    },
    metaOf: (text) => (byDigest.size > 0 ? byDigest.get(digestOf(text))?.meta : undefined),
    save(articles) {
      // One after the other: two writings have one name.
      saving = saving.then(() => write(articles))
      return saving
    },
  }
}

/** @throws when they are not an index of this release, whole */
async function articlesIn(bytes: Buffer): Promise<{ digest: string; articles: IndexedArticle[] }> {
  const end = bytes.indexOf('\n')
  if (end === -1) throw new Error('not an index')
  const { digest } = head.parse(JSON.parse(bytes.toString('utf8', 0, end)))
  const rest = bytes.subarray(end + 1)
  if (digestOf(rest) !== digest) throw new Error('not whole')
  const pause = takingTurns()
  const articles: IndexedArticle[] = []
  for (const text of rest.length > 0 ? rest.toString().split('\n') : []) {
    articles.push(line.parse(JSON.parse(text)))
    await pause()
  }
  return { digest, articles }
}
