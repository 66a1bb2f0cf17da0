import type { RawVariables } from './define-settings.ts'

/** The process' environment. Only this file reads `process.env`. */
export function environment(): RawVariables {
  return process.env
}
