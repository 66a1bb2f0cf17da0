/** The service worker and the offline page's script. */
import { build } from 'esbuild'
import { BASELINE } from './browser.mjs'

/**
 * Under names without a hash. The worker has the list of what to keep, and its version is what was built: a release that changes
 * anything is a new worker (docs/decisions/008).
 */
export async function writeWorker(folder, { buildId, manifest }) {
  const shell = ['/offline', '/offline.js', manifest.styles, manifest.printStyles, manifest.boot, ...manifest.bootParts]
  await build({
    entryPoints: {
      sw: 'src/client/service-worker/sw.ts',
      push: 'src/client/service-worker/push.ts',
      offline: 'src/client/service-worker/offline.ts',
    },
    outdir: `${folder}/worker`,
    bundle: true,
    minify: true,
    format: 'iife',
    define: {
      VERSION: JSON.stringify(buildId.slice(0, 8)),
      SHELL: JSON.stringify(shell),
      PARTS: JSON.stringify(manifest.usedParts),
    },
    target: BASELINE,
    logLevel: 'warning',
  })
}
