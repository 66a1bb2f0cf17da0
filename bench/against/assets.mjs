/** Files of the build: what they weigh, and what one costs to send. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AS_A_BROWSER } from '../load.mjs'
import { forBoth, loadRows, withPortals } from './portals.mjs'
import { counted } from './rows.mjs'

/** The script and the styles that each page waits for, and what starts islands. */
const FILES = {
  'first script': /^boot-\w+\.js$/,
  'style sheet': /^app-\w+\.css$/,
  'script of islands': /^mount-\w+\.js$/,
}
const BYTES_ALLOWED = 100

export async function assets({ builds, seconds }) {
  const rows = []
  const names = await forBoth(builds, (folder) => readdir(join(folder, 'dist/assets')))
  for (const [what, pattern] of Object.entries(FILES)) {
    const bytes = await forBoth({ now: 'now', before: 'before' }, async (build) => {
      return (await readFile(join(builds[build], 'dist/assets', named(names[build], pattern)))).length
    })
    rows.push(counted(what, 'bytes', bytes, BYTES_ALLOWED))
  }
  return withPortals(builds, {}, async (portals) => {
    const paths = new Map(
      ['now', 'before'].map((build) => [portals[build], `/assets/${named(names[build], FILES['style sheet'])}`]),
    )
    const subject = (portal) => ({ pid: portal.pid, url: portal.origin + paths.get(portal), headers: AS_A_BROWSER })
    return [...rows, ...(await loadRows('style sheet, brotli', portals, subject, seconds))]
  })
}

/** @throws when a build has no such file */
function named(names, pattern) {
  const name = names.find((one) => pattern.test(one))
  if (name === undefined) throw new Error(`dist/assets has no file ${pattern}: bench/against/assets.mjs names others`)
  return name
}
