import type { Recording } from '../../content/recordings.ts'
import { plainText } from '../../content/text.ts'

export function recordingTitle({ title, caption }: Pick<Recording, 'title' | 'caption'>): string | undefined {
  return title || (caption && plainText(caption)) || undefined
}

/** ISO 8601. @param seconds at least one */
export function durationOf(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest || seconds < 60 ? `${rest}S` : ''}`
}
