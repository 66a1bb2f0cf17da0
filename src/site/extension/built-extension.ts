import type { Extension } from './extension.ts'

export interface BuiltExtension {
  /** Equals `SiteFiles.extensionId`. */
  id: string
  extension: Extension
}

/** build/extension.mjs replaces it. */
export const builtExtension: BuiltExtension | undefined = undefined
