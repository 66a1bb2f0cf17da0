import type { BundledLanguage } from '../language.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { pl, type StatementWords } from './pl.ts'
import { uk } from './uk.ts'

export const STATEMENTS: Readonly<Record<BundledLanguage, StatementWords>> = { pl, en, de, uk }
