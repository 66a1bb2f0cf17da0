import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { COMPILED, type CompiledList } from '../../src/site/extension/compiled.ts'
import type { Compiled } from './compile.ts'

export async function writeExtension(folder: string, { id, program, islands }: Compiled): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const assets = join(folder, COMPILED.assets)
  await mkdir(assets, { recursive: true })
  for (const { name, code } of islands) {
    const bytes = Buffer.from(code)
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    await writeFile(join(assets, name), bytes)
    await writeFile(join(assets, `${name}.br`), await promisify(brotliCompress)(bytes, { params }))
    await writeFile(join(assets, `${name}.gz`), await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }))
  }
  await writeFile(join(folder, COMPILED.program), program)
  const list: CompiledList = { id, islands: Object.fromEntries(islands.map(({ block, name }) => [block, name])) }
  await writeFile(join(folder, COMPILED.list), JSON.stringify(list))
}
