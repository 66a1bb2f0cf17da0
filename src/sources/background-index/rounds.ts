import type { FailureReason } from '../../observability/host-watch.ts'
import type { CrawlRecords } from '../../search/crawl-records.ts'
import type { UpdatableIndex } from '../../search/search-index.ts'
import { SourceError } from '../upstream/errors.ts'
import type { Crawl } from './crawl.ts'
import { createFollowing, type Following } from './following.ts'
import type { Paced, PaceSettings } from './pace.ts'

/** After more changes all lists are read. */
const MOST_CHANGED = 200
const TOO_MUCH: ReadonlySet<FailureReason> = new Set(['too-large', 'timeout'])

interface RoundsSettings {
  crawl: Crawl
  most: number
  paced: Paced
  pace: PaceSettings
  /** @param isFirst the index was incomplete before */
  onWhole(records: CrawlRecords, isFirst: boolean): Promise<void>
}

/** @returns reads what is due: all lists, the newest articles, or changed ones */
export function createRounds({
  crawl,
  most,
  paced,
  pace,
  onWhole,
}: RoundsSettings): (index: UpdatableIndex) => Promise<void> {
  /** A slow CMS may not manage them; then articles are read one by one. */
  let takesTexts = true

  return async (index) => {
    const { records } = index
    const following = createFollowing({ crawl, index, most, paced })
    let state = await records.state()
    if (state.page === 0 && state.ages.all >= pace.all) {
      const change = { round: state.round + 1, page: 1, withTexts: takesTexts && !state.isComplete }
      await records.save(change, ['all', 'newest'])
      state = { ...state, ...change }
    }
    if (state.page > 0) {
      try {
        await following.all(state, async () => {
          await readChanged(records, following)
          if ((await records.state()).ages.newest >= pace.newest) await readNewest(records, following)
        })
      } catch (error) {
        if (state.withTexts && error instanceof SourceError && TOO_MUCH.has(error.reason)) {
          takesTexts = false
          await records.save({ withTexts: false, page: 1 })
        }
        throw error
      }
      await records.save({ page: 0, isComplete: true })
      await onWhole(records, !state.isComplete)
    } else if (state.ages.newest >= pace.newest) await readNewest(records, following)
    await readChanged(records, following)
    if (state.isFailing) await records.save({ isFailing: false })
  }
}

async function readChanged(records: CrawlRecords, following: Following): Promise<void> {
  const { paths, token } = await records.noted(MOST_CHANGED + 1)
  if (paths.length === 0) return
  if (paths.length > MOST_CHANGED) {
    await records.demand(['all'])
    return records.forget(paths, token)
  }
  const failed = new Set(await following.these(paths))
  await records.forget(
    paths.filter((path) => !failed.has(path)),
    token,
  )
  if (failed.size > 0) throw new Error(`${failed.size} changed articles could not be read`)
}

async function readNewest(records: CrawlRecords, following: Following): Promise<void> {
  await records.save({}, ['newest'])
  await following.newest()
}
