/** One cached article, and the bytes of pages. */
import { brotliCompressSync } from 'node:zlib'
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
      const bodies = await forBoth(portals, ({ origin }) => bodyOf(origin + page))
      const lengths = (read) => ({ now: read(bodies.now).length, before: read(bodies.before).length })
      rows.push(
        counted(
          `HTML of ${name}`,
          'bytes',
          lengths((body) => body),
          HTML_ALLOWED,
        ),
      )
      // Not as it is sent, which depends on how far the portal has come with a better form.
      rows.push(counted(`HTML of ${name}, brotli`, 'bytes', lengths(brotliCompressSync), BROTLI_ALLOWED))
    }
    await forBoth(portals, ({ origin }) => untilBestForm(origin + path))
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

async function bodyOf(url) {
  const { status, body } = await ask(url)
  if (status !== 200) throw new Error(`${url} answers ${status}`)
  return body
}
