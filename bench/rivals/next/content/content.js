import { readFileSync } from 'node:fs'

// Read once: the content is warm, as the portal's is.
const { site: shared, pages } = JSON.parse(readFileSync(process.env.BENCH_CONTENT, 'utf8'))
const byPath = new Map(pages.map((page) => [page.article.path, page]))

/** What stands around every article. */
export const site = shared
export const words = shared.copy

/** A template of the interface's texts with its values. */
export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (_, name) => values[name])
}

/** @param segments of the article's path */
export function pageOf(segments) {
  return byPath.get(`/${segments.join('/')}`)
}

/** For `generateStaticParams`. */
export function allParams() {
  return pages.map(({ article }) => ({ path: article.path.slice(1).split('/') }))
}
