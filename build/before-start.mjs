/**
 * Builds before `npm start`. Where only the packages of production are installed there is nothing to build with: what was
 * built before is started (DEP-5).
 */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

if (hasBuildTools()) await import('../esbuild.config.mjs')
else if (!existsSync('dist/build-id')) {
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
