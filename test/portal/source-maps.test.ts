import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import { ROOT } from '../support/root.ts'

const map = z.object({ sources: z.array(z.string()) })

test('source maps of the server name packages by their own paths', async () => {
  const folder = join(ROOT, 'dist/chunks/server')
  const maps = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.map'))
  expect(maps.length).toBeGreaterThan(5)
  for (const name of maps) {
    const path = join(folder, name)
    const { sources } = map.parse(JSON.parse(await readFile(path, 'utf8')))
    // One package's own map names files that it leaves out.
    const files = sources.filter((source) => source.lastIndexOf('node_modules/') !== source.indexOf('node_modules/'))
    expect(files.filter((source) => !existsSync(resolve(dirname(path), source)))).toEqual([])
  }
})

const KEPT = [
  'class Refusal extends Error {}',
  'const a = class extends Error {}',
  'class $ZodAsyncError extends Error {}',
  'class AbortError extends ns.AbortError {}',
  'log(this.constructor.name)',
]
const SHORTENED = [
  'class Stream extends Readable {}',
  'class Stream { fail() { throw new Error() } }',
  'log(input.constructor.name)',
]

test('a module keeps its names where the log may say them', () => {
  const script = `import { NAMES_ERRORS } from './build/short-names.mjs'
console.log(JSON.stringify(JSON.parse(process.argv[1]).map((source) => NAMES_ERRORS.test(source))))`
  const args = ['--input-type=module', '-e', script, JSON.stringify([...KEPT, ...SHORTENED])]
  const answers = z.array(z.boolean()).parse(JSON.parse(execFileSync('node', args, { cwd: ROOT, encoding: 'utf8' })))
  expect(answers).toEqual([...KEPT.map(() => true), ...SHORTENED.map(() => false)])
})
