import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { OWN_PATH } from './front.ts'

/** (build/browser.mjs) */
const MANIFEST = 'assets.json'
/** (build/live-reload.mjs) */
const LIVE_RELOAD = 'live-reload.js'
/** Browsers keep the build's for good. */
const BOOT = `${OWN_PATH}boot.js`
const manifestFile = z.looseObject({ boot: z.string(), bootParts: z.array(z.string()) })

export interface DevelopmentBuild {
  folder: string
  scripts: ReadonlyMap<string, string>
  remove(): void
}

/** The build, with the reload behind its first script (docs/decisions/173). */
export function developmentBuild(build: string): DevelopmentBuild {
  const folder = mkdtempSync(join(tmpdir(), 'szpalta-dev-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const entries = readdirSync(build, { withFileTypes: true }).filter(({ name }) => name !== MANIFEST)
    for (const entry of entries) {
      linked(resolve(build, entry.name), join(folder, entry.name), entry.isDirectory())
    }
    const manifest = manifestFile.parse(JSON.parse(readFileSync(join(build, MANIFEST), 'utf8')))
    const { boot, bootParts } = manifest
    writeFileSync(join(folder, MANIFEST), JSON.stringify({ ...manifest, boot: BOOT, bootParts: [boot, ...bootParts] }))
    const reload = readFileSync(join(build, LIVE_RELOAD), 'utf8')
    return { folder, scripts: new Map([[BOOT, `import ${JSON.stringify(boot)}\n${reload}`]]), remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** Few users of Windows may link to files. */
function linked(from: string, to: string, isFolder: boolean): void {
  if (isFolder) symlinkSync(from, to, 'junction')
  else if (process.platform === 'win32') copyFileSync(from, to)
  else symlinkSync(from, to)
}
