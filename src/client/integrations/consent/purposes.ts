import type { BrowserSettings } from '../../../integrations/browser-settings.ts'
import type { Category } from '../../../integrations/parties.ts'
import type { openDialog } from './dialog.ts'

/** What third parties wait for, as finely as readers can choose; `audience` is one script (CONS-7, CONS-17). */
export const PURPOSES = ['advertising', 'measurement', 'notifications', 'embeds', 'comments', 'audience'] as const
export type Purpose = (typeof PURPOSES)[number]

/** Some purposes granted (`true`) or refused; absent ones stay as they are. */
export type Flags = Partial<Record<Purpose, boolean>>

/** Purposes of one of the question's categories. */
export function purposesOf(category: Category): Purpose[] {
  return category === 'measurement' ? ['measurement', 'audience'] : [category]
}

/** The three flags of CONS-7, which events report, and what each stands for. */
const COARSE: Readonly<Record<string, readonly Purpose[]>> = {
  consent: ['advertising', 'measurement', 'notifications', 'embeds'],
  comments: ['comments'],
  audience: ['audience'],
}

/** Flags from an event's detail, which may be anything: values that are not booleans change nothing (CONS-9). */
export function flagsIn(detail: unknown): Flags {
  if (typeof detail !== 'object' || detail === null) return {}
  const flags: Flags = {}
  for (const [name, purposes] of Object.entries(COARSE)) {
    const value: unknown = Reflect.get(detail, name)
    if (typeof value === 'boolean') for (const purpose of purposes) flags[purpose] = value
  }
  return flags
}

/** What a mode does with the gate. */
export interface GateControl {
  set(flags: Flags): void
  /** Purposes that something waits for, now. */
  waiting(): Purpose[]
}

/** Who decides. */
export interface Decider {
  /** Something waits for a purpose that is not granted. */
  wanted(purpose: Purpose): void
  change(): Promise<boolean>
  /** Whether it decides instead of the event of CONS-9. */
  isAlone(): boolean
}

/** What the gate loads when it needs it (src/client/modules.ts). */
export interface ConsentParts {
  own(): Promise<{ askReaders: Decide }>
  platform(): Promise<{ followPlatform: Decide }>
  dialog(): Promise<{ openDialog: typeof openDialog }>
  withdrawal(): Promise<{ withdraw(): void }>
}

type Decide = (settings: BrowserSettings, control: GateControl, parts: ConsentParts) => Decider
