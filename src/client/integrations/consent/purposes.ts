import type { BrowserSettings } from '../../../integrations/browser-settings.ts'
import type { Category } from '../../../integrations/third-party.ts'
import type { openDialog } from './dialog.ts'

/** `audience`: one script (CONS-7, CONS-17). */
export const PURPOSES = ['advertising', 'measurement', 'notifications', 'embeds', 'comments', 'audience'] as const
export type Purpose = (typeof PURPOSES)[number]

/** `open`: undecided. */
export type Flag = boolean | 'open'

/** Absent: unchanged. */
export type Flags = Partial<Record<Purpose, Flag>>

export function purposesOf(category: Category): Purpose[] {
  return category === 'measurement' ? ['measurement', 'audience'] : [category]
}

const COARSE: Readonly<Record<string, readonly Purpose[]>> = {
  consent: ['advertising', 'measurement', 'notifications', 'embeds'],
  comments: ['comments'],
  audience: ['audience'],
}

/** Only booleans change anything (CONS-9). */
export function flagsIn(detail: unknown): Flags {
  if (typeof detail !== 'object' || detail === null) return {}
  const flags: Flags = {}
  for (const [name, purposes] of Object.entries(COARSE)) {
    const value: unknown = Reflect.get(detail, name)
    if (typeof value === 'boolean') for (const purpose of purposes) flags[purpose] = value
  }
  return flags
}

export interface GateControl {
  set(flags: Flags): void
  refuse(): void
  waiting(): Purpose[]
}

export interface Decider {
  wanted(purpose: Purpose): void
  change(): Promise<boolean>
  /** Replaces CONS-9's event. */
  isAlone(): boolean
}

export interface ConsentParts {
  own(): Promise<{ askReaders: Decide }>
  platform(): Promise<{ followPlatform: Decide }>
  dialog(): Promise<{ openDialog: typeof openDialog }>
  withdrawal(): Promise<{ withdraw(): void }>
}

type Decide = (settings: BrowserSettings, control: GateControl, parts: ConsentParts) => Decider
