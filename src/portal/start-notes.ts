import type { Logger } from 'pino'
import { consentNotes } from '../integrations/consent-notes.ts'
import { reportDeployment } from '../system/deployment-notes.ts'
import type { Env, namesIn } from './settings/env.ts'
import { misspeltNote, misspeltSettings } from './settings/misspelt.ts'

type Names = ReturnType<typeof namesIn>

/** What an operator may want to change, after the first responses. */
export function reportStart(env: Env, names: Names, root: string, log: Logger): Promise<void> {
  reportSlips(names, log)
  return reportDeployment(env, root, log, consentNotes(env))
}

/** Compares each variable with each setting (OPS-18). */
export function reportSlips({ variables, known }: Names, log: Logger): void {
  for (const slip of misspeltSettings(variables, known)) log.warn(misspeltNote(slip))
}
