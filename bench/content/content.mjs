/** The newsroom's articles, read and decoded by the portal's own code. */
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { importTypeScript } from '../typescript.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** All generated files except builds; never committed. */
export const CACHE = `${ROOT}bench/.cache/`

/** What the other frameworks' apps read. */
export const SHARED_CONTENT = `${CACHE}content.json`

/** What the Next.js app reads for the comparison in a browser. */
export const READERS_CONTENT = `${CACHE}readers.json`

/**
 * Reads the newsroom, and writes `SHARED_CONTENT`.
 * @returns the newsroom as a CMS would send it, and the path of the article that all cases but one measure: the middle
 * one by length of those that the other frameworks' apps show
 */
export async function readNewsroom() {
  const { sharedContent, wireContent } = await importTypeScript(new URL('newsroom.ts', import.meta.url))
  const shared = await sharedContent(`${ROOT}newsroom`)
  await mkdir(CACHE, { recursive: true })
  await writeFile(SHARED_CONTENT, JSON.stringify(shared))
  return { path: middleByLength(shared.pages).article.path, wire: await wireContent(`${ROOT}newsroom`) }
}

/** Services whose pages are compared in a browser. */
const READERS_SERVICES = ['akademia', 'post']

/** Writes `READERS_CONTENT`. */
export async function writeReadersContent() {
  const { readersContent } = await importTypeScript(new URL('newsroom.ts', import.meta.url))
  await mkdir(CACHE, { recursive: true })
  await writeFile(READERS_CONTENT, JSON.stringify(await readersContent(`${ROOT}newsroom`, READERS_SERVICES)))
}

function middleByLength(pages) {
  const length = ({ article }) => JSON.stringify(article.body).length
  return pages.toSorted((one, other) => length(one) - length(other))[pages.length >> 1]
}
