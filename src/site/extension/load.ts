import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import type { OwnBlock } from '../../content/own-block.ts'
import { exportsOf } from '../../system/lent-modules.ts'
import { isRecord } from '../../system/record.ts'
import { COMPILED, type CompiledExtension } from './compiled.ts'
import type { Extension } from './extension.ts'

const LIBRARY = 'extension.js'

/**
 * The program lends an extension its own React, of which there must be one.
 * @param folder of the program's build
 */
export async function lender(folder: string): Promise<(name: string) => unknown> {
  const library: unknown = await import(pathToFileURL(join(folder, LIBRARY)).href)
  const lent: Readonly<Record<string, unknown>> = {
    react,
    'react/jsx-runtime': jsxRuntime,
    'szpalta/extension': library,
  }
  return (name) => lent[name]
}

/**
 * @param compiled by tools/extension
 * @throws when it cannot be loaded
 */
export async function loadExtension(compiled: CompiledExtension, build: string): Promise<Extension> {
  const file: unknown = await import(pathToFileURL(join(compiled.folder, COMPILED.program)).href)
  const { definition } = exportsOf(file, await lender(build))
  if (!isExtension(definition)) throw new TypeError('it exports no extension')
  return { ...definition, blocks: definition.blocks.map((block) => withModule(block, compiled.islands[block.name])) }
}

function withModule(block: OwnBlock, module: string | undefined): OwnBlock {
  if (module === undefined) return block
  return {
    ...block,
    parse(settings) {
      const content = block.parse(settings)
      if ('problem' in content) return content
      return {
        ...content,
        page: (tools) =>
          content.page({ ...tools, island: (Component, props) => tools.island(Component, props, module) }),
      }
    },
  }
}

export function isExtension(value: unknown): value is Extension {
  return isRecord(value) && Array.isArray(value.blocks) && Array.isArray(value.scripts)
}
