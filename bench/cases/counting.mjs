/** What counting views costs a cached hit: the portal against itself with MOST_READ=off, as readers' browsers ask (READ-1). */
import { writeFile } from 'node:fs/promises'
import { CACHE } from '../content/content.mjs'
import { AS_A_READER, ask, READERS } from '../load.mjs'
import { stop } from '../process.mjs'
import { atMost, comparison } from '../report.mjs'
import { compare, interleave, LONG_WARM_UP_SECONDS } from '../rounds.mjs'
import { startPortal } from '../servers/portal.mjs'

/** As many as get their best brotli during the warm-up, which would weigh more than what is measured. */
const PAGES = 300
/** The cost is smaller than what a busy machine adds to one round. */
const PAIRS = 25
const TOKEN = 'token-of-the-benchmark'

/**
 * @param env of both portals
 * @param flags of Node, for both
 * @param paths cached articles
 * @returns a section of the report, and its target
 */
export async function countingCost({ env, flags, paths, seconds }) {
  const [list, agents] = [`${CACHE}counted-paths.txt`, `${CACHE}agents.txt`]
  const some = paths.slice(0, PAGES)
  await writeFile(list, some.join('\n'))
  await writeFile(agents, READERS.join('\n'))
  const counting = await startPortal({ env: { ...env, METRICS_TOKEN: TOKEN }, flags })
  const plain = await startPortal({ env: { ...env, MOST_READ: 'off' }, flags })
  for (const { origin } of [counting, plain]) {
    for (const path of some) await ask(origin + path, AS_A_READER)
  }
  const subjectOf = ({ pid, origin }) => ({ pid, url: origin, headers: AS_A_READER, paths: list, agents })
  const subjects = { counting: subjectOf(counting), 'MOST_READ=off': subjectOf(plain) }
  const rounds = await interleave(subjects, seconds, LONG_WARM_UP_SECONDS, PAIRS)
  const views = await countedViews(counting.origin)
  await Promise.all([counting, plain].map(({ child }) => stop(child)))
  if (views === 0) throw new Error('no view was counted')
  const { cpu, rate } = compare(rounds.counting, rounds['MOST_READ=off'])
  return {
    section:
      `${comparison(rounds, 'counting')}\n\n${PAGES} articles, ${PAIRS} pairs of rounds, ${READERS.length} agents in turn; ` +
      `${views} views of the first 20 articles. By requests a second the cost is ${percent(rate)} %.`,
    claim: atMost('counting a view on a cached hit, by CPU', 2, Number(percent(cpu)), '%'),
  }
}

function percent(times) {
  return ((1 / times - 1) * 100).toFixed(1)
}

/** Of the hour, whose ranking no page has asked for: with slow clocks a ranking is used for long. */
async function countedViews(origin) {
  const { body } = await ask(`${origin}/ops/most-read?window=1h`, { authorization: `Bearer ${TOKEN}` })
  const articles = Object.values(JSON.parse(body).services).flat()
  return articles.reduce((sum, { views }) => sum + views['1h'], 0)
}
