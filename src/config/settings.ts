import { resolve } from 'node:path'
import { readSite } from '../site/read-site.ts'
import { type Env, readEnv, siteFolder } from './env.ts'

/**
 * The site folder with the environment's settings over it: all settings of a process.
 * @param root the project's folder
 * @throws {SiteError | EnvError} with every problem
 */
export function readSettings(root: string): Env {
  return readEnv(readSite(resolve(root, siteFolder())))
}
