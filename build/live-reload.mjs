/** What pages of `npx szpalta dev` have more than those of a server for readers. */
import { build } from 'esbuild'
import { BASELINE } from './browser.mjs'

export async function writeLiveReload(folder) {
  await build({
    stdin: {
      contents: "import { startLiveReload } from './tools/dev/live-reload.ts'; startLiveReload()",
      resolveDir: '.',
    },
    outfile: `${folder}/live-reload.js`,
    bundle: true,
    minify: true,
    format: 'esm',
    target: BASELINE,
    logLevel: 'warning',
  })
}
