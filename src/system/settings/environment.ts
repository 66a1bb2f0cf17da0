import type { RawVariables } from './define-settings.ts'

/** Only this file has `process.env`. */
export function environment(): RawVariables {
  return process.env
}

/** For a program that starts the server with settings that follow from others. */
export function addToEnvironment(variables: Readonly<Record<string, string>>): void {
  Object.assign(process.env, variables)
}
