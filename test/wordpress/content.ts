import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../support/root.ts'
import { EXPORT } from './exported.ts'
import { keyOf } from './key.ts'
import { loadNewsroom } from './newsroom.ts'
import { loadPrivate } from './private.ts'
import { loadExport } from './theme-unit-test.ts'
import type { Content } from './wordpress.ts'

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
