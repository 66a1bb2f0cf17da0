/**
 * Plays the publisher's CMS, in a process of its own: the newsroom's articles over and over, each with a path, a
 * title and a first sentence of its own.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { articlePath, numberOf } from './many.mjs'

const [{ wire, count }] = await once(process, 'message')
// The channel closes when the process that measures is gone, however it ended.
process.once('disconnect', () => process.exit(0))

const ROUTES = [
  ['/wp-json/bb/v2/post', (path) => article(path)],
  ['/wp-json/hub/v2/page/', (id) => (id === wire.homePageId ? wire.home : undefined)],
  ['/wp-json/hub/v2/taxonomy/category/najnowsze/', (page) => (page === '0' ? wire.newest : undefined)],
  ['/wp-json/hub/v2/block/', (ref) => wire.blocks[ref]],
]

const server = createServer((request, response) => {
  const [prefix, respond] = ROUTES.find(([start]) => request.url.startsWith(start)) ?? []
  const json = respond?.(decodeURIComponent(request.url.slice(prefix.length)))
  const body = JSON.stringify(json ?? { code: 'rest_no_route' })
  response.writeHead(json ? 200 : 404, { 'content-type': 'application/json' })
  response.end(body)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send(server.address().port)

function article(path) {
  const number = numberOf(path, count)
  if (number === undefined) return wire.articles.find(({ relative_link }) => relative_link === path)
  const { blocks, seo, ...rest } = wire.articles[number % wire.articles.length]
  const title = `${rest.title} (${number})`
  const first = `<p>Tekst numer ${number} z ${count}, ${((number * 7919) % count) / 10} proc.</p>`
  return {
    ...rest,
    ID: number + 1,
    title,
    relative_link: path,
    permalink: path,
    seo: { ...seo, title, canonical: path },
    blocks: [{ blockName: 'core/paragraph', attrs: [], innerHTML: first, innerBlocks: [] }, ...blocks],
    next_posts_for_this_post: [1, 2, 3].map((step) => articlePath((number + step) % count)),
  }
}
