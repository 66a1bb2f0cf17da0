import type { Logger } from 'pino'
import { consentNotes } from '../integrations/consent-notes.ts'
import { reportDeployment } from '../system/deployment-notes.ts'
import type { RawVariables } from '../system/settings/define-settings.ts'
import type { Env } from './settings/env.ts'
import { misspeltNote, misspeltSettings } from './settings/misspelt.ts'

/** What an operator may want to change, after the first responses. */
export function reportStart(env: Env, root: string, log: Logger): Promise<void> {
  return reportDeployment(env, root, log, consentNotes(env))
}

/**
 * Compares each variable with each setting (OPS-18).
 * @param known names of settings
 */
export function reportSlips(variables: RawVariables, known: readonly string[], log: Logger): void {
  for (const slip of misspeltSettings(variables, known)) log.warn(misspeltNote(slip))
}
