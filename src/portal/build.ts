import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { type AmpStyles, STYLE_NAMES } from '../../amp/extensions.ts'
import { type Assets, FEATURE_STYLES } from '../../views/context.ts'
import { readVersion } from '../system/version.ts'

export interface Build {
  assets: Assets
  ampStyles: AmpStyles
  version: string
}

const assetsManifest = z.object({
  styles: z.string(),
  printStyles: z.string(),
  consentStyles: z.string(),
  featureStyles: z.record(z.enum(FEATURE_STYLES), z.string()),
  boot: z.string(),
  bootParts: z.array(z.string()),
  fonts: z.record(z.string(), z.string()),
})
const ampStylesManifest = z.object({
  families: z.record(z.enum(STYLE_NAMES), z.string()),
  fonts: z.object({ faces: z.record(z.string(), z.string()), fallbacks: z.string() }),
})

/** @throws when the build is missing */
export async function readBuild(root: string, folder: string): Promise<Build> {
  const json = async (path: string): Promise<unknown> => JSON.parse(await readFile(join(folder, path), 'utf8'))
  return {
    assets: assetsManifest.parse(await json('assets.json')),
    ampStyles: ampStylesManifest.parse(await json('amp-styles.json')),
    version: await readVersion(root),
  }
}
