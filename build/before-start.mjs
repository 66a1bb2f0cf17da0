/**
 * Builds before `npm start` what has changed since the last build. Where only the packages of production are installed there is
 * nothing to build with: what was built before is started (DEP-5).
 */
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'

const FOLDER = 'dist'

if (hasBuildTools()) await buildWhatChanged()
else if (!existsSync(`${FOLDER}/build-id`)) {
  process.stderr.write('there is no build, and nothing to build with: npm ci --include=dev && npm run build\n')
  process.exitCode = 1
}

function hasBuildTools() {
  try {
    createRequire(import.meta.url).resolve('esbuild')
    return true
  } catch {
    return false
  }
}

async function buildWhatChanged() {
  const { builtInputs, inputsOf, writeInputs } = await import('./inputs.mjs')
  const [inputs, built] = [await inputsOf(), await builtInputs(FOLDER)]
  // An interrupted build has no inputs.
  if (built?.program !== inputs.program) {
    await import('../esbuild.config.mjs')
    return
  }
  const [isOtherSite, isOtherNewsroom] = [built.site !== inputs.site, built.newsroom !== inputs.newsroom]
  if (!isOtherSite && !isOtherNewsroom) return
  const { createProgress } = await import('./progress.mjs')
  const progress = createProgress(Number(isOtherSite) + Number(isOtherNewsroom))
  if (isOtherSite) {
    progress.step('icons and images of the site')
    await rebuildSite()
  }
  if (isOtherNewsroom) {
    progress.step('index of the newsroom')
    const { writeNewsroom } = await import('./newsroom.mjs')
    await writeNewsroom(FOLDER, await readFile(`${FOLDER}/build-id`, 'utf8'))
  }
  await writeInputs(FOLDER, inputs)
  progress.end()
}

async function rebuildSite() {
  const [{ writeSite }, { writeCompressed }] = await Promise.all([import('./site.mjs'), import('./compressed.mjs')])
  for (const part of ['icons', 'own-fonts']) await rm(`${FOLDER}/${part}`, { recursive: true, force: true })
  await writeSite(FOLDER)
  await writeCompressed(`${FOLDER}/icons`)
}
