import type { Extension } from './extension.ts'

export interface BuiltExtension {
  /** Of its files (`SiteFiles.extensionId`). */
  id: string
  extension: Extension
}

/** The extension that the program was built with: the build puts the site folder's in place of this (build/extension.mjs). */
export const builtExtension: BuiltExtension | undefined = undefined
