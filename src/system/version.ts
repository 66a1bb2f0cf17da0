import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const packageFile = z.object({ version: z.string() })

export async function readVersion(root: string): Promise<string> {
  return packageFile.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))).version
}
