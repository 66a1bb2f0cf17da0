import { join, resolve } from 'node:path'
import { readSite } from '../site/read-site.ts'
import { type Env, readEnv, siteFolder } from './env.ts'

/**
 * The site folder with the environment's settings over it: all settings of a process.
 * @param root the project's folder
 * @param build folder of the build
 * @throws {SiteError | EnvError} with every problem
 */
export async function readSettings(root: string, build = join(root, 'dist')): Promise<Env> {
  return readEnv(await readSite(resolve(root, siteFolder()), build))
}
