import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { themeUnitTest } from '../support/real-input.ts'
import { ROOT } from '../support/root.ts'
import { loadNewsroom } from './newsroom.ts'
import { loadPrivate } from './private.ts'
import { loadExport } from './theme-unit-test.ts'
import type { Content } from './wordpress.ts'

export const EXPORT = themeUnitTest('WordPress has only posts of our own')

/**
 * Everything that the tests walk: the theme unit test where it is available, the newsroom's academy, private content.
 */
export async function fullContent(): Promise<Content> {
  return {
    key: await keyOf([join(ROOT, 'test/wordpress'), join(ROOT, 'newsroom')], EXPORT === undefined ? [] : [EXPORT]),
    async load(rest) {
      // The site's own lists have one page, so that one response has all of it.
      await rest.change('/settings', { timezone: 'Europe/Warsaw', posts_per_page: 200 })
      if (EXPORT !== undefined) await loadExport(await readFile(EXPORT, 'utf8'), rest)
      await loadNewsroom(rest)
      await loadPrivate(rest)
    },
  }
}

/** The inputs of a content, without their tests. */
export async function keyOf(folders: readonly string[], files: readonly string[] = []): Promise<string> {
  const hash = createHash('sha256')
  const inFolders = await Promise.all(folders.map(filesIn))
  for (const file of [...inFolders.flat(), ...files]) {
    if (!file.endsWith('.test.ts')) hash.update(file).update(await readFile(file))
  }
  return hash.digest('hex').slice(0, 16)
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
}
