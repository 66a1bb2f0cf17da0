import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { systemCode } from '../../system/record.ts'
import { ENCODINGS, type Encoding } from '../transport/encodings.ts'
import type { SendSerialised } from '../transport/serialised-response.ts'
import { type StaticFile, sendStaticFile, staticFile, typeOfFile } from './static-file.ts'

export interface StaticFolder {
  path: string
  folder: string
  cacheControl: string
}

export interface StaticFiles {
  /**
   * @param before runs before the response is sent
   * @returns false without such a file
   */
  respond(request: IncomingMessage, response: ServerResponse, before?: RequestListener): boolean
}

const SUFFIX = { br: '.br', gzip: '.gz' } as const
/**
 * Compresses nothing at requests (COST-50 to COST-54).
 * @throws for a missing folder, or a file of unknown type
 */
export function openStaticFiles(folders: readonly StaticFolder[], send: SendSerialised): StaticFiles {
  const files = new Map(folders.flatMap(filesOf))
  return {
    respond(request, response, before) {
      const { url = '/', method } = request
      if (method !== 'GET' && method !== 'HEAD') return false
      const mark = url.indexOf('?')
      const file = files.get(mark === -1 ? url : url.slice(0, mark))?.()
      if (!file) return false
      before?.(request, response)
      sendStaticFile(file, { request, response, send })
      return true
    },
  }
}

function filesOf({ path, folder, cacheControl }: StaticFolder): Array<[string, () => StaticFile | undefined]> {
  const names = new Set(readdirSync(folder))
  const isForm = (name: string): boolean =>
    Object.values(SUFFIX).some((suffix) => name.endsWith(suffix) && names.has(name.slice(0, -suffix.length)))
  const originals = [...names].filter((name) => !isForm(name))
  return originals.map((name) => {
    const type = typeOfFile(name)
    if (type === undefined) throw new Error(`${name}: a file of a type that is not known`)
    const bodyIn = (encoding: Encoding): Buffer | undefined => {
      const file = encoding === 'identity' ? name : name + SUFFIX[encoding]
      return names.has(file) ? readFileSync(join(folder, file)) : undefined
    }
    const read = (): StaticFile => {
      const [identity = Buffer.alloc(0), gzip, br] = ENCODINGS.map(bodyIn)
      return staticFile({ type, cacheControl, bodies: { identity, gzip, br } })
    }
    let file: StaticFile | undefined
    return [
      path + name,
      () => {
        try {
          file ??= read()
        } catch (error) {
          // A deployment has removed the build under a running process.
          if (systemCode(error) !== 'ENOENT') throw error
        }
        return file
      },
    ]
  })
}
