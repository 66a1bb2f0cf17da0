import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.ts'

/**
 * WordPress' theme unit test, as an export and as a hub would have it: test data, and no part of the project. A clone lacks
 * it, and the tests that walk it say so. `REAL_INPUT` names another folder; `off`: as in a clone.
 */
const FOLDER = process.env.REAL_INPUT ?? join(ROOT, '../shared/data')

function present(path: string, consequence: string): string | undefined {
  if (existsSync(path)) return path
  console.warn(`${path} is not here: ${consequence}`)
  return undefined
}

/**
 * The folder with the responses of a hub; undefined where it is absent.
 * @param consequence what is not tested then
 */
export const realHub = (consequence: string): string | undefined => present(join(FOLDER, 'hub'), consequence)

/**
 * The export, also of `THEME_UNIT_TEST`; undefined where it is absent.
 * @param consequence what is not tested then
 */
export const themeUnitTest = (consequence: string): string | undefined =>
  present(process.env.THEME_UNIT_TEST ?? join(FOLDER, 'theme-unit-test.wxr.xml'), consequence)
