/** `1:05` or `1:02:03`. */
export function clockTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`
}

/**
 * ISO 8601: `PT1M5S`.
 * @param seconds at least one
 */
export function isoDuration(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest || seconds < 60 ? `${rest}S` : ''}`
}
