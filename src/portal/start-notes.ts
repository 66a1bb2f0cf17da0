import type { Logger } from 'pino'
import { consentNotes } from '../integrations/consent-notes.ts'
import { reportDeployment } from '../system/deployment-notes.ts'
import type { Env, namesIn } from './settings/env.ts'
import { misspeltNote, misspeltSettings } from './settings/misspelt.ts'

/** What an operator may want to change, after the first responses. */
export function reportStart(env: Env, root: string, log: Logger): Promise<void> {
  return reportDeployment(env, root, log, consentNotes(env))
}

/** Compares each variable with each setting (OPS-18). */
export function reportSlips({ variables, known }: ReturnType<typeof namesIn>, log: Logger): void {
  for (const slip of misspeltSettings(variables, known)) log.warn(misspeltNote(slip))
}
