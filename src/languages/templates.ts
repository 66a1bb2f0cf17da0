import type { BundledLanguage } from './language.ts'
import { de } from './messages/de.ts'
import { en } from './messages/en.ts'
import { pl } from './messages/pl.ts'
import { uk } from './messages/uk.ts'
import type { MessageTemplates } from './messages.ts'

/** The start does not read these: the build writes a site's texts into its file. */
export const TEMPLATES: Readonly<Record<BundledLanguage, MessageTemplates>> = { pl, en, de, uk }
