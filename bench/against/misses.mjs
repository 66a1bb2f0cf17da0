/** An article that is rendered for every request, its content in memory. */
import { FEW_CONNECTIONS } from '../load.mjs'
import { LONG_WARM_UP_SECONDS } from '../rounds.mjs'
import { loadRows, withPortals } from './portals.mjs'

const AMP_PREFIX = '/wp-json/amp/v2/post'

export async function misses({ builds, seconds, newsroom: { path } }) {
  return withPortals(builds, { env: { PAGE_CACHE: 'off' } }, async (portals) => {
    const load = (name, page) =>
      loadRows(
        name,
        portals,
        ({ pid, origin }) => ({ pid, url: origin + page, connections: FEW_CONNECTIONS }),
        seconds,
        LONG_WARM_UP_SECONDS,
      )
    return [...(await load('miss, page', path)), ...(await load('miss, AMP document', AMP_PREFIX + path))]
  })
}
