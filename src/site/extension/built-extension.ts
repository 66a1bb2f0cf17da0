import type { Extension } from './extension.ts'

export interface BuiltExtension {
  /** Id of its files (`SiteFiles.extensionId`). */
  id: string
  extension: Extension
}

/** The build puts the site folder's extension in place of this (build/extension.mjs). */
export const builtExtension: BuiltExtension | undefined = undefined
