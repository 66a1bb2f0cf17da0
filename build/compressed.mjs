/** Compressed forms of files, next to them. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A file that fits into one packet gains nothing. Bytes. */
const MIN_COMPRESSED = 860
/** And one of which less than a tenth is saved. */
const WORTH_COMPRESSING = 0.9

/** Writes a folder's files in compressed forms at their best, where they are worth a header and another file. */
export async function writeCompressed(folder) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  const names = (await readdir(folder)).filter((name) => ['.js', '.css', '.svg'].includes(extname(name)))
  for (const path of names.map((name) => join(folder, name))) {
    const body = await readFile(path)
    const forms = {
      '.br': await promisify(brotliCompress)(body, {
        params: { ...params, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
      }),
      '.gz': await promisify(gzip)(body, { level: 9 }),
    }
    for (const [suffix, form] of Object.entries(forms)) {
      if (form.length < body.length * WORTH_COMPRESSING && body.length >= MIN_COMPRESSED)
        await writeFile(path + suffix, form)
    }
  }
}
