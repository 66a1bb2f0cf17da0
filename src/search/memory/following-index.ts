import type { Language } from '../../languages/language.ts'
import { orNothing } from '../../system/deadline.ts'
import {
  FEW_ARTICLES,
  type FollowingIndex,
  type IndexedArticle,
  type SearchIndex,
  type VersionedArticles,
} from '../search-index.ts'
import { type LanguageWords, wordsOf } from '../words/words.ts'
import { type BuiltIndex, indexOf, type OrderOf } from './built-index.ts'
import { buildIndex } from './index-builder.ts'
import { searchOf } from './memory-index.ts'
import { createIndexStore, type IndexStore, type IndexStoreSettings } from './stored-index.ts'

/** Milliseconds that a search waits for texts, or for a change. */
const PATIENCE = 1000
/** Share of changed articles from which the file is written, as each start reads what differs. */
const SHARE_TO_WRITE = 0.02
/** Milliseconds of work and rest while nobody waits. */
const QUIET = { work: 10, rest: 20 }

interface Followed {
  index: BuiltIndex
  versions: ReadonlyMap<string, string>
  /** Without texts. */
  isPartial: boolean
}

export async function createFollowingIndex(
  language: Language,
  settings: IndexStoreSettings | undefined,
): Promise<FollowingIndex> {
  const words = await wordsOf(language)
  const upkeep = createUpkeep(words, settings && createIndexStore(settings))
  const ask = async (): Promise<SearchIndex & { isPartial: boolean }> => {
    const { index, isPartial } = await upkeep.upToDate()
    return { ...searchOf(() => index, words), isPartial }
  }
  return {
    follow: upkeep.follow,
    async find(query, filters, from, count) {
      const { find, isPartial } = await ask()
      const matches = await find(query, filters, from, count)
      return isPartial ? { ...matches, isPartial: true } : matches
    },
    suggest: async (query, count) => (await ask()).suggest(query, count),
    prepare: upkeep.prepare,
  }
}

interface Upkeep extends Pick<FollowingIndex, 'follow' | 'prepare'> {
  /**
   * @returns the best index after {@link PATIENCE}; `isPartial`: some texts or changes are not in it
   * @throws when there is none
   */
  upToDate(): Promise<{ index: BuiltIndex; isPartial: boolean }>
}

function createUpkeep(words: LanguageWords, store: IndexStore | undefined): Upkeep {
  let wanted: VersionedArticles | undefined
  let followed: Followed | undefined
  /** Set once all texts are read. */
  let current: VersionedArticles | undefined
  let kept: ReadonlyMap<string, string> | undefined
  let updating: Promise<void> | undefined
  let keeping = Promise.resolve()
  let isAwaited = false
  const waiting: Array<() => void> = []
  const set = (next: Followed): void => {
    followed = next
    for (const resume of waiting.splice(0)) resume()
  }

  /** Begins with the index of an earlier process, or of what is in memory anyway. */
  const beginning = async (articles: VersionedArticles, orderOf: OrderOf): Promise<Followed> => {
    const stored = await store?.read()
    kept = stored?.versions
    if (stored) return { index: indexOf(stored.arrays, orderOf), versions: stored.versions, isPartial: false }
    const index = await buildIndex(articles.read(undefined, false), words, undefined, orderOf)
    return { index, versions: await articles.versions(), isPartial: true }
  }
  const update = async (articles: VersionedArticles): Promise<void> => {
    const versions = await articles.versions()
    const isLarge = versions.size > FEW_ARTICLES
    const orderOf = orderIn(versions)
    if (followed === undefined && isLarge) set(await beginning(articles, orderOf))
    const before = followed?.isPartial ? undefined : followed
    const changed = differing(versions, before?.versions)
    if (before === undefined || changed.size > 0 || before.versions.size !== versions.size) {
      const read = quietly(articles.read(before && changed), () => isAwaited)
      const previous = before && { index: before.index, without: outdated(before, changed, versions) }
      set({ index: await buildIndex(read, words, previous, orderOf), versions, isPartial: false })
    }
    current = articles
    if (isLarge) keeping = keeping.then(() => keep(versions))
  }
  const keep = async (versions: ReadonlyMap<string, string>): Promise<void> => {
    if (!store || followed?.versions !== versions || !isWorthWriting(versions, kept, isAwaited)) return
    if (await store.write({ arrays: followed.index.arrays, versions })) kept = versions
  }
  const begin = (): Promise<void> | undefined => {
    if (wanted && wanted !== current) {
      updating ??= update(wanted).finally(() => {
        updating = undefined
      })
    }
    return updating
  }
  return {
    follow(articles) {
      wanted = articles
    },
    async upToDate() {
      isAwaited = true
      const update = begin()
      if (followed === undefined && update) await Promise.race([update, new Promise<void>((go) => waiting.push(go))])
      // An outdated index still finds most.
      if (update) await orNothing(update, PATIENCE)
      if (followed === undefined) throw new Error('the search has no index')
      return { index: followed.index, isPartial: followed.isPartial || current !== wanted }
    },
    async prepare() {
      const versions = await wanted?.versions()
      if (!store || !versions || isAwaited || versions.size <= FEW_ARTICLES || (await store.has(versions))) return
      await store.alone(async () => {
        // The first search tries again, and says what is wrong.
        await begin()?.catch(() => {})
        await keeping
        if (isAwaited || !kept || isWorthWriting(versions, kept, false)) return
        // The first search reads the file.
        followed = undefined
        current = undefined
      })
    },
  }
}

function outdated(
  { index }: Followed,
  changed: ReadonlySet<string>,
  versions: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  return new Set([...changed, ...index.entries.flatMap(({ id }) => (versions.has(id) ? [] : id))])
}

/** Others have a rest's time between two articles. */
async function* quietly(
  articles: AsyncIterable<IndexedArticle>,
  isAwaited: () => boolean,
): AsyncGenerator<IndexedArticle, void> {
  let since = performance.now()
  for await (const article of articles) {
    yield article
    if (isAwaited() || performance.now() - since < QUIET.work) continue
    await new Promise<void>((resolve) => setTimeout(resolve, QUIET.rest).unref())
    since = performance.now()
  }
}

function isWorthWriting(
  versions: ReadonlyMap<string, string>,
  kept: ReadonlyMap<string, string> | undefined,
  isAwaited: boolean,
): boolean {
  if (kept === versions) return false
  const different = differing(versions, kept).size + Math.max((kept?.size ?? 0) - versions.size, 0)
  return different > (isAwaited ? versions.size * SHARE_TO_WRITE : 0)
}

function orderIn(versions: ReadonlyMap<string, string>): OrderOf {
  const places = new Map([...versions.keys()].map((id, place) => [id, place]))
  return (id) => places.get(id) ?? versions.size
}

function differing(
  versions: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, string> | undefined,
): ReadonlySet<string> {
  return new Set([...versions].flatMap(([id, version]) => (before?.get(id) === version ? [] : id)))
}
