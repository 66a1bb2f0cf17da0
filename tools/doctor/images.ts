import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { ImageError } from '../../src/media/image-error.ts'
import { imageHeader, MAX_FILE_BYTES } from '../../src/media/image-header.ts'
import { readRegularFile } from '../../src/system/files.ts'
import { type Check, type Finding, good, weak } from './check.ts'

const PLACE = /^\d{4}[\\/]\d{2}[\\/][a-z0-9-]+\.(?:webp|jpe?g|png|avif)$/
/** A larger newsroom has the images of its last months checked. */
const MAX_READ = 2000
const MAX_NAMED = 10

/**
 * Finds the newsroom's images that the portal does not show (COST-72).
 * @param maxMemory that the portal has for one image. Bytes
 */
export function newsroomImageChecks(folder: string, maxMemory: number): Check[] {
  return [{ title: 'Looking at the images of the newsroom', run: () => looked(folder, maxMemory) }]
}

async function looked(folder: string, maxMemory: number): Promise<Finding> {
  const all = await readdir(folder, { recursive: true }).catch(() => [])
  const names = all.filter((name) => PLACE.test(name)).toSorted((a, b) => b.localeCompare(a))
  const refused: string[] = []
  for (const name of names.slice(0, MAX_READ)) {
    const reason = await refusal(join(folder, name), maxMemory)
    if (reason !== undefined) refused.push(`${relative(folder, join(folder, name))}: ${reason}`)
  }
  const read = Math.min(names.length, MAX_READ)
  if (refused.length === 0) return good(`${read} images of the newsroom can be shown.`)
  const rest = refused.length - MAX_NAMED
  const named = [...refused.slice(0, MAX_NAMED), ...(rest > 0 ? [`${rest} more`] : [])]
  return weak(
    `${refused.length} of ${read} images of the newsroom are placeholders:\n     ${named.join('\n     ')}`,
    'Save them smaller or as another format, or raise MEDIA_MEMORY_MB where there is the memory.',
  )
}

async function refusal(file: string, maxMemory: number): Promise<string | undefined> {
  try {
    imageHeader(await readRegularFile(file, MAX_FILE_BYTES), maxMemory)
    return undefined
  } catch (error) {
    return error instanceof ImageError ? error.message : 'a file that cannot be read'
  }
}
