/** This folder's build against that of another commit, interleaved in one run: `npm run bench -- --against HEAD~1`. */
import { readNewsroom } from '../content/content.mjs'
import { assets } from './assets.mjs'
import { prepareBuilds } from './builds.mjs'
import { cached } from './cached.mjs'
import { hits } from './hits.mjs'
import { misses } from './misses.mjs'
import { prices } from './prices.mjs'
import { confirmed, judge, report } from './rows.mjs'
import { start } from './start.mjs'

/** By the names of the cases that compare with others; `views` compares no builds. */
export const GROUPS = { hits, cached, assets, misses, start, prices }

/** @returns the exit code: 1 when a row became worse twice, by more than its noise or by more than it may grow */
export async function runAgainst(reference, { seconds, names, say }) {
  const builds = await prepareBuilds(reference, say)
  const newsroom = await readNewsroom()
  const rows = []
  for (const name of names) {
    say(`\n${name}`)
    const measured = await confirmed((rows) => {
      if (rows !== undefined) say(`once more: ${rows.join('; ')}`)
      return GROUPS[name]({ builds, seconds, newsroom, say, names: rows })
    })
    say(report(measured))
    rows.push(...measured)
  }
  const worse = rows.filter((row) => judge(row).isWorse)
  say(`\n${rows.length} rows against ${reference}, ${worse.length} worse${worse.length > 0 ? ':' : ''}`)
  if (worse.length > 0) say(report(worse))
  return worse.length > 0 ? 1 : 0
}
