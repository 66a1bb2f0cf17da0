import { readFileSync } from 'node:fs'

// Read once: the content is warm, as the portal's is.
const { site: shared, pages: all } = JSON.parse(readFileSync(process.env.BENCH_CONTENT, 'utf8'))
const byPath = new Map(all.map((page) => [page.article.path, page]))

export const pages = all
/** What stands around every article. */
export const site = shared
export const words = shared.copy

/** @param path of the article, without its first slash */
export function pageOf(path) {
  return byPath.get(`/${path}`)
}
