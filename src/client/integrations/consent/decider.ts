import type { BrowserSettings } from '../../../integrations/browser-settings.ts'
import type { openDialog } from './dialog.ts'
import type { Flags, Purpose } from './purposes.ts'

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
