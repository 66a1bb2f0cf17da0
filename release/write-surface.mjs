/** `npm run surface`: notes the public surface of the release that package.json names (docs/stability.md). */
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { programModules } from '../build/program-modules.mjs'

const { version } = JSON.parse(await readFile('package.json', 'utf8'))
const { publicSurface } = await programModules(
  `export { publicSurface } from './release/surface/surface.ts'`,
  'release',
)
await writeFile('release/surface.json', `${JSON.stringify({ version, ...publicSurface(resolve('.')) }, null, 1)}\n`)
