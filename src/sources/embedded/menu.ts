import { join } from 'node:path'
import * as z from 'zod'
import type { MenuItem, ServiceName } from '../../services/service.ts'
import { readRegularFile } from '../../system/files.ts'
import { wellFormed } from '../../system/well-formed.ts'
import { parseYaml } from './front-matter.ts'
import type { YamlReader } from './yaml-values.ts'

export const MENU_FILE = 'menu.yaml'
const MAX_BYTES = 1024 * 1024

const link = z.string().regex(/^(?:\/(?!\/)|https?:\/\/)/, 'is neither a path nor a URL')
const item = z.strictObject({ title: z.string().min(1), link })

/** (newsroom/README.md, "A menu") */
export const menuFile = z.array(item.extend({ items: z.array(item).optional() }))

export function parseMenu(file: string, text: string, read?: YamlReader): MenuItem[] {
  return parseYaml(file, text, menuFile, read)
}

/**
 * For the first pages; later menus come with the folder's changes.
 * @param onError called for an unusable menu; the service keeps its own
 */
export async function newsroomMenus(
  folder: string,
  names: readonly ServiceName[],
  onError: (error: unknown) => void,
): Promise<Record<ServiceName, MenuItem[]>> {
  const menus: Record<ServiceName, MenuItem[]> = {}
  for (const name of names) {
    const file = `${name}/${MENU_FILE}`
    const text = await readRegularFile(join(folder, file), MAX_BYTES).catch(() => undefined)
    if (text === undefined) continue
    try {
      menus[name] = parseMenu(file, wellFormed(text.toString()))
    } catch (error) {
      onError(error)
    }
  }
  return menus
}
