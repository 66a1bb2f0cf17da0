/**
 * The site folder's extension, compiled apart from the program by what the package compiles it with (tools/extension,
 * docs/decisions/160).
 */
import { resolve } from 'node:path'
import { programModules } from './program-modules.mjs'

const ROOT = resolve(import.meta.dirname, '..')

/**
 * @param folder of the build
 * @param check throws when its types are wrong
 * @returns the compiled extension of the site folder; `undefined`: it has none
 * @throws an `ExtensionError` with file, line and remedy
 */
export async function readExtension(folder, check) {
  const { siteFolder, extensionIn, checkTypes, compile, react, jsxRuntime, library } = await programModules(
    `import { createRequire } from 'node:module'
export { siteFolder } from './src/site/settings.ts'
export { extensionIn } from './tools/extension/extension-files.ts'
export { checkTypes } from './tools/extension/check-types.ts'
export { compile } from './tools/extension/compile.ts'
export * as react from 'react'
export * as jsxRuntime from 'react/jsx-runtime'
export * as library from './src/site/extension/extension.ts'`,
    folder,
  )
  const extension = extensionIn(resolve(siteFolder(process.env)))
  if (!extension) return undefined
  const checked = check ?? ((one) => checkTypes(one, ROOT))
  checked(extension)
  const lent = { react, 'react/jsx-runtime': jsxRuntime, 'szpalta/extension': library }
  return compile(extension, (name) => lent[name])
}

/** @param folder of the build */
export async function writeExtension(folder, extension) {
  const { COMPILED, writeExtension: write } = await programModules(
    `export { COMPILED } from './src/site/extension/compiled.ts'
export { writeExtension } from './tools/extension/write.ts'`,
    folder,
  )
  await write(resolve(folder, COMPILED.folder), extension)
}
