import { stat, utimes } from 'node:fs/promises'
import * as z from 'zod'
import { readRegularFile, replaceFile } from '../../system/files.ts'
import { isRecord } from '../../system/record.ts'
import { takingTurns } from '../../system/steps.ts'
import { type ArticleMeta, articleMeta } from './article-fields.ts'
import { digestOf } from './digest.ts'
import type { YamlValue } from './yaml-values.ts'

export interface FileStats {
  /** In bytes. */
  size: number
  /** In milliseconds; a copy may keep it. */
  modified: number
  /** Of this file in this place (`file-stamp.ts`). */
  stamp: string
}

/** A start reads neither text nor YAML of such a file (SRC-62). */
export interface IndexedArticle extends FileStats {
  path: string
  digest: string
  mayHaveUpdates: boolean
  meta: ArticleMeta
}

export type KnownText = Pick<IndexedArticle, 'meta' | 'mayHaveUpdates'>

/** Both by the digest of a text that has been read. */
export interface KnownTexts {
  withDigest(digest: string): KnownText | undefined
  yaml(digest: string): YamlValue | undefined
}

/** Remembers parsed files; dates and size stand for a file's words until these are read after the start. */
export interface NewsroomIndex extends KnownTexts {
  matching(path: string, stats: FileStats): Promise<IndexedArticle | undefined>
  /** Writes a changed index, and forgets what it has read; never rejects. */
  save(articles: Iterable<() => IndexedArticle>, yaml: readonly YamlValue[]): Promise<void>
  /** Returns the last process' note once; undefined: there is none. */
  takeLastRun(): LastRun | undefined
  /** Never rejects. @param now changes until then have been reported; milliseconds since 1970 */
  noteReported(now: number): Promise<void>
}

export interface LastRun {
  articles: readonly IndexedArticle[]
  /** Milliseconds since 1970. */
  until: number
}

export interface NewsroomIndexFiles {
  /** The build's, which is never written. */
  built?: string
  own?: string
  /** Names the release; absent: every line is validated. */
  program?(): Promise<string>
  /** Called for a broken file, or one of another release. */
  onUnusable?(file: string, reason: string): void
}

const FORM = 5
/** Bytes, some 300,000 articles; a larger file is neither read nor written. */
const MAX_BYTES = 256 * 1024 ** 2

const yamlValue = z.object({ digest: z.string(), yaml: z.unknown() })
const head = z.object({
  form: z.literal(FORM),
  digest: z.string(),
  program: z.string().optional(),
  yaml: z.object({ digest: z.string(), values: z.array(yamlValue) }).optional(),
})
const file = {
  path: z.string(),
  size: z.number(),
  modified: z.number(),
  stamp: z.string(),
  digest: z.string(),
  mayHaveUpdates: z.boolean(),
}
/** Validated by this release's rules, so that an index can say nothing that a file cannot. */
const line = z.object({ ...file, meta: articleMeta })
/** Passed the rules: this release has written it, and its digest is right. */
const ownLine = z.object({ ...file, meta: z.custom<ArticleMeta>(isRecord) })

const digestOfYaml = (values: readonly YamlValue[]): string => digestOf(JSON.stringify(values))
const digestOfBoth = (lines: string, yaml: string): string => `${lines} ${yaml}`
const NO_YAML = { digest: digestOfYaml([]), values: [] }

interface Lines {
  articles: IndexedArticle[]
  yaml: YamlValue[]
}

const secondOf = (milliseconds: number): number => Math.trunc(milliseconds / 1000)

/** @param onError called once when the file cannot be written */
export function createNewsroomIndex(
  { built, own, program, onUnusable = () => {} }: NewsroomIndexFiles,
  onError: (error: unknown) => void,
): NewsroomIndex {
  const { known, byDigest, yamls, add, forget } = readLines()
  /** The build's is read when the own one lacks something. */
  const unread = [own, built].filter((file) => file !== undefined)
  let stored = ''
  let isWritable = true
  let saving = Promise.resolve()
  let lastRun: LastRun | undefined
  let ofOwn: Lines | undefined

  const readNext = async (): Promise<void> => {
    const file = unread.shift()
    const read = file === undefined ? undefined : await readIndex(file, program, onUnusable)
    if (!read) return
    if (file === own) {
      stored = read.digest
      ofOwn = read
      lastRun = read
    }
    add(read)
  }

  const write = async (articles: Iterable<() => IndexedArticle>, yaml: readonly YamlValue[]): Promise<void> => {
    forget()
    unread.length = 0
    if (own === undefined || !isWritable) return
    const before = ofOwn
    ofOwn = undefined
    const text = await changedText(articles, yaml, before)
    if (text === undefined) return
    const [digest, yamlDigest] = [digestOf(text), digestOfYaml(yaml)]
    const both = digestOfBoth(digest, yamlDigest)
    if (both === stored || text.length > MAX_BYTES) return
    const written = { form: FORM, digest, program: await program?.(), yaml: { digest: yamlDigest, values: yaml } }
    try {
      await replaceFile(own, `${JSON.stringify(written)}\n${text}`)
      stored = both
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
    yaml: (digest) => yamls.get(digest),
    save(articles, yaml) {
      // Writings share a name.
      saving = saving.then(() => write(articles, yaml))
      return saving
    },
    takeLastRun() {
      const taken = lastRun
      lastRun = undefined
      return taken
    },
    noteReported(now) {
      // Only the file's date changes, every minute.
      if (own !== undefined && isWritable) {
        saving = saving.then(() => utimes(own, now / 1000, now / 1000)).catch(() => {})
      }
      return saving
    },
  }
}

function readLines() {
  const known = new Map<string, IndexedArticle[]>()
  const byDigest = new Map<string, IndexedArticle>()
  const yamls = new Map<string, YamlValue>()
  return {
    ...{ known, byDigest, yamls },
    add({ articles, yaml }: Lines): void {
      for (const value of yaml) yamls.set(value.digest, value)
      for (const article of articles) {
        const others = known.get(article.path)
        if (others) others.push(article)
        else known.set(article.path, [article])
        byDigest.set(article.digest, article)
      }
    },
    forget(): void {
      for (const map of [known, byDigest, yamls]) map.clear()
    },
  }
}

/** @param program this release; undefined: unknown */
async function articlesIn(bytes: Buffer, program: string | undefined): Promise<Lines & { digest: string }> {
  const end = bytes.indexOf('\n')
  if (end === -1) throw new Error('not an index')
  const { digest, program: writtenBy, yaml = NO_YAML } = head.parse(JSON.parse(bytes.toString('utf8', 0, end)))
  const rest = bytes.subarray(end + 1)
  if (digestOf(rest) !== digest || digestOfYaml(yaml.values) !== yaml.digest) throw new Error('not whole')
  const rules = program !== undefined && writtenBy === program ? ownLine : line
  const pause = takingTurns()
  const once = sharedNames()
  const articles: IndexedArticle[] = []
  // One text of all lines would take twice its bytes because of Polish letters.
  for (let from = 0; from < rest.length; ) {
    const next = rest.indexOf('\n', from)
    const to = next === -1 ? rest.length : next
    articles.push(once(rules.parse(JSON.parse(rest.toString('utf8', from, to)))))
    from = to + 1
    await pause()
  }
  return { digest: digestOfBoth(digest, yaml.digest), articles, yaml: yaml.values }
}

/** Ten thousand articles share some hundred names. */
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
  // A copy keeps at least a date's seconds; texts are read behind the start.
  const alike = candidates.filter(
    ({ size, modified }) => size === stats.size && secondOf(modified) === secondOf(stats.modified),
  )
  // Files of one build may share name and size, and an image one date for all.
  return alike.every(({ digest }) => digest === alike[0]?.digest) ? alike[0] : undefined
}

async function readIndex(
  file: string,
  program: NewsroomIndexFiles['program'],
  onUnusable: (file: string, reason: string) => void,
): Promise<(LastRun & Lines & { digest: string }) | undefined> {
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

/** @returns undefined when all lines were in the index before, as writing takes as long as reading did */
async function changedText(
  articles: Iterable<() => IndexedArticle>,
  yaml: readonly YamlValue[],
  before: Lines | undefined,
): Promise<string | undefined> {
  const pause = takingTurns()
  const current: IndexedArticle[] = []
  for (const article of articles) {
    current.push(article())
    await pause()
  }
  if (before && isSame(current, before.articles) && isSame(yaml, before.yaml)) return undefined
  const lines: string[] = []
  for (const article of current) {
    lines.push(JSON.stringify(article))
    await pause()
  }
  return lines.join('\n')
}

function isSame<T>(current: readonly T[], before: readonly T[]): boolean {
  if (current.length !== before.length) return false
  const known = new Set(before)
  return current.every((one) => known.has(one))
}
