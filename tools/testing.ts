import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderAmpBody } from '../amp/body.ts'
import type { Block } from '../src/content/block.ts'
import { join } from '../src/content/html/markup.ts'
import { OWN_HTML } from '../src/content/html/own-html.ts'
import { existingService } from '../src/services/registry.ts'
import { compiledExtension } from '../src/site/extension/compiled.ts'
import { loadExtension } from '../src/site/extension/load.ts'
import { readSite } from '../src/site/read-site.ts'
import { bodyBytes } from '../views/article/article-body.tsx'
import { compileSite } from './extension/compile-site.ts'

export interface RenderedBlock {
  page: string
  amp: string
  feed: string | undefined
}

const BUILD = dirname(fileURLToPath(import.meta.url))
const PATH = '/block'
const ORIGIN = 'https://site.invalid'

/**
 * For tests of an extension, whose blocks it renders as the portal does.
 * @throws when it does not compile
 */
export async function openExtension(
  folder: string,
): Promise<(name: string, fields: Record<string, unknown>) => RenderedBlock> {
  const path = resolve(folder)
  await compileSite(BUILD, path)
  const { services, defaultService, extensionId } = await readSite(path)
  const compiled = compiledExtension(BUILD, path, extensionId)
  if (!compiled) throw new Error(`${folder} has no extension.ts`)
  const { blocks } = await loadExtension(compiled, BUILD)
  const service = existingService(services, defaultService)
  return (name, fields) => {
    const block = blocks.find((one) => one.name === name)
    if (!block) throw new Error(`there is no block "${name}": ${blocks.map((one) => one.name).join(', ')}`)
    const content = block.parse(fields)
    if ('problem' in content) throw new Error(`"${content.problem.field}" of ${name}: ${content.problem.kind}`)
    const body: Block[] = [{ type: 'own', name, content, blocks: [] }]
    const report = ({ kind }: { kind: string }): never => {
      throw new Error(`${name}: ${kind}`)
    }
    const amp = renderAmpBody(body, {
      service,
      absolute: (url) => new URL(url, `${ORIGIN}${PATH}`).href,
      asking: { consent: 'preset' },
      heroIsTaken: true,
      call: name,
      report,
    })
    return {
      page: bodyBytes(body, PATH, { service, report }, '').toString(),
      amp: amp.pieces.join(''),
      feed: content.feed({ language: service.language, inner: join([]), html: OWN_HTML }),
    }
  }
}
