/** An article that is rendered for every request, its content in memory: as a page, and as an AMP document. */
import { ask, FEW_CONNECTIONS, lengthsOf } from '../load.mjs'
import { stop } from '../process.mjs'
import { atLeast, comparison, sizes } from '../report.mjs'
import { weighAll } from '../rivals/comparable.mjs'
import { PATHS, startAstro, startNext } from '../rivals/rivals.mjs'
import { compare, interleave, LONG_WARM_UP_SECONDS } from '../rounds.mjs'
import { startBare } from '../servers/bare.mjs'
import { startPortal } from '../servers/portal.mjs'

const AMP_PREFIX = '/wp-json/amp/v2/post'

export const title = 'An article on a miss'
export const needsRivals = true

/** @returns a section of the report, and its targets */
export async function run({ seconds, newsroom }) {
  const { path } = newsroom
  const portal = await startPortal({ env: { PAGE_CACHE: 'off' } })
  const bare = await startBare([await ask(portal.origin + path)])
  const next = await startNext(PATHS.nextDynamic(path))
  const astro = await startAstro(PATHS.astroDynamic(path))
  const subject = ({ pid, origin }, path) => ({ pid, url: origin + path, connections: FEW_CONNECTIONS })
  const subjects = {
    'portal, page': subject(portal, path),
    'portal, AMP document': subject(portal, AMP_PREFIX + path),
    'bare node:http': subject({ pid: bare.pid, origin: bare.origins[0] }, path),
    'Next.js 16 dynamic': subject(next, PATHS.nextDynamic(path)),
    'Astro dynamic': subject(astro, PATHS.astroDynamic(path)),
  }
  const lengths = await lengthsOf(subjects)
  const weights = await weighAll({
    portal: subjects['portal, page'],
    'Next.js 16 dynamic': subjects['Next.js 16 dynamic'],
    'Astro dynamic': subjects['Astro dynamic'],
  })
  const rounds = await interleave(subjects, seconds, LONG_WARM_UP_SECONDS)
  await Promise.all([portal, bare, next, astro].map(({ child }) => stop(child)))

  const againstNext = (ours) => compare(rounds[ours], rounds['Next.js 16 dynamic'])
  return {
    section: `${comparison(rounds, 'portal, page', lengths)}\n\n${sizes(weights)}`,
    claims: [
      atLeast('cache miss, content warm, against Next.js 16 dynamic', 20, againstNext('portal, page')),
      atLeast('AMP document on a miss, against Next.js 16 dynamic', 25, againstNext('portal, AMP document')),
    ],
  }
}
