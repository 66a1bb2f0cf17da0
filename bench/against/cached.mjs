/** One cached article, and the bytes of pages. */
import { untilBestForm } from '../cases/cached.mjs'
import { AS_A_BROWSER, ask } from '../load.mjs'
import { forBoth, loadRows, withPortals } from './portals.mjs'
import { counted } from './rows.mjs'

const AMP_PREFIX = '/wp-json/amp/v2/post'
const [HTML_ALLOWED, BROTLI_ALLOWED] = [100, 40]

export async function cached({ builds, seconds, newsroom: { path } }) {
  return withPortals(builds, {}, async (portals) => {
    const rows = []
    for (const [name, page] of Object.entries({ article: path, home: '/', 'AMP article': AMP_PREFIX + path })) {
      const bytes = await forBoth(portals, ({ origin }) => lengthOf(origin + page))
      rows.push(counted(`HTML of ${name}`, 'bytes', bytes, HTML_ALLOWED))
    }
    const brotli = await forBoth(portals, async ({ origin }) => {
      await untilBestForm(origin + path)
      return lengthOf(origin + path, AS_A_BROWSER)
    })
    rows.push(counted('HTML of article, best brotli', 'bytes', brotli, BROTLI_ALLOWED))
    const load = (name, headersOf) =>
      loadRows(
        name,
        portals,
        async ({ pid, origin }) => ({ pid, url: origin + path, headers: await headersOf(origin) }),
        seconds,
      )
    const notModified = async (origin) => {
      const { headers } = await ask(origin + path)
      return { ...AS_A_BROWSER, 'if-none-match': headers.etag }
    }
    return [
      ...rows,
      ...(await load('cached article, brotli', () => AS_A_BROWSER)),
      ...(await load('cached article, identity', () => ({}))),
      ...(await load('cached article, 304', notModified)),
    ]
  })
}

async function lengthOf(url, headers) {
  const { status, body } = await ask(url, headers)
  if (status !== 200) throw new Error(`${url} answers ${status}`)
  return body.length
}
