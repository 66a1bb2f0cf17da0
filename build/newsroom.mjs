/** What the files of the newsrooms in the project's folder say: a start of theirs reads it (docs/requirements/sources.md, SRC-62). */
import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { programModules } from './program-modules.mjs'

export async function writeNewsroom(folder, buildId) {
  const exports = "export * from './src/sources/embedded/built-index.ts'"
  const { BUILT_INDEX, writeIndex } = await programModules(exports, folder)
  const sites = await readdir('sites').catch(() => [])
  const newsrooms = [
    'newsroom',
    ...sites.map((site) => `sites/${site}/newsroom`),
    ...[process.env.NEWSROOM_DIR ?? []].flat(),
  ]
  await writeIndex(
    newsrooms.map((newsroom) => resolve(newsroom)),
    resolve(folder, BUILT_INDEX),
    buildId,
  )
}
