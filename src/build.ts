import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { type AmpStyles, STYLE_NAMES } from '../amp/extensions.ts'
import type { Assets } from '../views/context.ts'

/** What the build says of itself (`esbuild.config.mjs`). */
export interface Build {
  assets: Assets
  ampStyles: AmpStyles
  version: string
}

const assetsManifest = z.object({
  styles: z.string(),
  printStyles: z.string(),
  boot: z.string(),
  bootParts: z.array(z.string()),
  fonts: z.array(z.string()),
})
const ampStylesManifest = z.record(z.enum(STYLE_NAMES), z.string())
const packageFile = z.object({ version: z.string() })

/**
 * @param root the project's folder
 * @throws when the build is missing
 */
export async function readBuild(root: string): Promise<Build> {
  const json = async (path: string): Promise<unknown> => JSON.parse(await readFile(join(root, path), 'utf8'))
  return {
    assets: assetsManifest.parse(await json('dist/assets.json')),
    ampStyles: ampStylesManifest.parse(await json('dist/amp-styles.json')),
    version: await readVersion(root),
  }
}

/** Of the release. */
export async function readVersion(root: string): Promise<string> {
  return packageFile.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))).version
}
