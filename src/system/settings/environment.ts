import type { RawVariables } from './define-settings.ts'

/** Only this file reads `process.env`. */
export function environment(): RawVariables {
  return process.env
}
