import type { BundledLanguage } from './language.ts'
import { de } from './messages/de.ts'
import { en } from './messages/en.ts'
import { pl } from './messages/pl.ts'
import { uk } from './messages/uk.ts'
import type { MessageTemplates } from './messages.ts'

/** The build writes a site's texts, so that no start reads these. */
export const TEMPLATES: Readonly<Record<BundledLanguage, MessageTemplates>> = { pl, en, de, uk }
