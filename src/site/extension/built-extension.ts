import type { Extension } from './extension.ts'

export interface BuiltExtension {
  /** Equals `SiteFiles.extensionId`. */
  id: string
  extension: Extension
}

/** The build replaces this (build/extension.mjs). */
export const builtExtension: BuiltExtension | undefined = undefined
