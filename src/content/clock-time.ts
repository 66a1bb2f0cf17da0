/** Writes a place in a recording as `1:05` or `1:02:03`. */
export function clockTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`
}
