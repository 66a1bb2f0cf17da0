import { readFileSync } from 'node:fs'

const all = JSON.parse(readFileSync(process.env.BENCH_READERS, 'utf8'))
const byPath = new Map(
  Object.entries(all).flatMap(([name, { pages }]) => pages.map((page) => [`${name}${page.article.path}`, page])),
)

/** For `generateStaticParams`. */
export const names = Object.keys(all)

/** @returns what stands around every page of a site, and its home page */
export function siteOf(name) {
  return all[name]
}

/** @param segments of an article's path */
export function pageOf(name, segments) {
  return byPath.get([name, ...segments].join('/'))
}

/** For `generateStaticParams`. */
export function pathsOf(name) {
  return all[name].pages.map(({ article }) => ({ path: article.path.slice(1).split('/') }))
}
