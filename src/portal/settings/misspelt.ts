import { editDistance } from '../../system/edit-distance.ts'

export interface MisspeltSetting {
  name: string
  meant: string
}

/**
 * Longer names may differ by two edits, shorter ones by one and no other length: `PORT0` is a platform's. Characters.
 */
const LONG = 8
const SHORTEST = 4
const LONGEST = 60
const MAX_SLIPS = 20
/** Read by others, or by what they are given to as a whole. */
const OTHERS = ['npm_', 'OTEL_', 'KUBERNETES_', 'NODE_', 'LISTEN_']

/** Variables that are settings but for a slip of the keyboard (OPS-18); empty ones are unset. */
export function misspeltSettings(
  variables: Readonly<Record<string, unknown>>,
  known: readonly string[],
): MisspeltSetting[] {
  const settings = new Set(known)
  const slips: MisspeltSetting[] = []
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined || value === '') continue
    const isCandidate = name.length >= SHORTEST && name.length <= LONGEST && !settings.has(name)
    if (!isCandidate || OTHERS.some((prefix) => name.startsWith(prefix))) continue
    const upper = name.toUpperCase()
    const meant = settings.has(upper) && name === name.toLowerCase() ? upper : closest(name, known)
    if (meant !== undefined) slips.push({ name, meant })
    if (slips.length === MAX_SLIPS) break
  }
  return slips
}

function closest(name: string, known: readonly string[]): string | undefined {
  let best: { setting: string; edits: number } | undefined
  for (const setting of known) {
    const isLong = Math.min(name.length, setting.length) >= LONG
    const most = isLong ? 2 : 1
    if (isLong ? Math.abs(name.length - setting.length) > most : name.length !== setting.length) continue
    const edits = editDistance(name, setting)
    if (edits <= most && edits < (best?.edits ?? Number.POSITIVE_INFINITY)) best = { setting, edits }
  }
  return best?.setting
}

/** Never shows the value, which may be a secret. */
export function misspeltNote({ name, meant }: MisspeltSetting): string {
  return `${name} is no setting: did you mean ${meant}?`
}
