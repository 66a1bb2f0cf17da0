/** Distinct cached pages, and the memory that one takes. */
import { writeFile } from 'node:fs/promises'
import { memoryOf, rendered, shuffled, slowPortal, startHub } from '../cases/hits.mjs'
import { CACHE } from '../content/content.mjs'
import { articlePath } from '../content/many.mjs'
import { AS_A_BROWSER } from '../load.mjs'
import { stop } from '../process.mjs'
import { forBoth, loadRows, withPortals } from './portals.mjs'
import { counted } from './rows.mjs'

const PAGES = 4000
/** By then the content cache is full. */
const FIRST_PAGES = 2500
/** A page's memory is the difference of two heaps, and not the same to the byte. */
const BYTES_ALLOWED = 500

export async function hits({ builds, seconds, newsroom, say }) {
  const { child: hub, answer: port } = await startHub(newsroom, PAGES)
  const paths = Array.from({ length: PAGES }, (_, number) => articlePath(number))
  const list = `${CACHE}paths.txt`
  await writeFile(list, shuffled(paths).join('\n'))
  try {
    return await withPortals(builds, slowPortal(port), async (portals) => {
      say(`rendering ${PAGES} articles, twice`)
      const memory = await forBoth(portals, async ({ child, origin }) => {
        await rendered(origin, paths.slice(0, FIRST_PAGES))
        const first = await memoryOf(child)
        await rendered(origin, paths.slice(FIRST_PAGES))
        const all = await memoryOf(child)
        return Math.round((all.alive - first.alive) / (PAGES - FIRST_PAGES))
      })
      const subject = ({ pid, origin }) => ({ pid, url: origin, headers: AS_A_BROWSER, paths: list })
      return [
        ...(await loadRows(`a hit among ${PAGES} pages`, portals, subject, seconds)),
        counted('memory of a cached page', 'bytes', memory, BYTES_ALLOWED),
      ]
    })
  } finally {
    await stop(hub)
  }
}
