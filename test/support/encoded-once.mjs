/**
 * Encodes each image once for all processes and runs of the tests: the images of a home page took a portal five seconds of
 * processor time. When a portal encodes, and what it sends until then, stays the same; only the bytes come from a file.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const FOLDER = join(import.meta.dirname, '../../node_modules/.cache/encoded')
const VERSIONS = JSON.stringify(sharp.versions)
const { toBuffer } = sharp.prototype

/** Everything that decides what the encoder writes. */
function nameOf({ input: { buffer, ...input }, ...options }) {
  const hash = createHash('sha256')
    .update(VERSIONS)
    .update(JSON.stringify([input, options]))
  return join(FOLDER, hash.update(buffer).digest('hex'))
}

sharp.prototype.toBuffer = async function (...args) {
  if (args.length > 0 || !this.options.input.rawWidth) return toBuffer.apply(this, args)
  const file = nameOf(this.options)
  const before = await readFile(file).catch(() => undefined)
  if (before) return before
  const encoded = await toBuffer.call(this)
  const written = `${file}.${randomUUID()}`
  await mkdir(FOLDER, { recursive: true })
  await writeFile(written, encoded)
  await rename(written, file)
  return encoded
}
